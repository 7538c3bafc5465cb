/// Arguments declared by another type and shared among commands.
///
/// A group of the type of a command above stands for that command's own options: they are accepted before and after
/// the subcommand's name, and both see the same values.
@propertyWrapper
public struct OptionGroup<Value: ParsableArguments>: Decodable, ArgumentDeclaring {
    private var parsed: Value?
    private let title: String
    private let visibility: ArgumentVisibility

    /// Declares the group; help shows it under `title` where there is one.
    public init(title: String = "", visibility: ArgumentVisibility = .default) {
        self.title = title
        self.visibility = visibility
    }

    /// Takes the parsed values from a command line's decoder; any other decoder is refused.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? ParsedValuesDecoder else {
            throw ParsedValuesDecoder.notACommandLine(decoder)
        }
        title = ""
        visibility = .default
        for above in decoder.decoded {
            guard let above = above as? Value else { continue }
            parsed = above
            return
        }
        var value = try Value(from: decoder.decoding(Value.self))
        try value.validate()
        parsed = value
    }

    /// The group's values; before parsing, its declarations.
    public var wrappedValue: Value {
        get { parsed ?? Value() }
        set { parsed = newValue }
    }

    func definitions(for key: InputKey, ancestors: [any ParsableArguments.Type]) -> [ArgumentDefinition] {
        let isInherited = ancestors.contains { $0 == Value.self }
        return Value.definitions(key: key, ancestors: ancestors).map { definition in
            var definition = definition
            if definition.about.section.isEmpty { definition.about.section = title }
            if visibility.rank > definition.about.groupVisibility.rank { definition.about.groupVisibility = visibility }
            if isInherited { definition.about.isInherited = true }
            return definition
        }
    }
}

extension OptionGroup: Sendable where Value: Sendable {}
