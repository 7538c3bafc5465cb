/// The place of a property: its name, after the names of the option groups it stands in.
struct InputKey: Hashable, Sendable {
    let path: [String]

    static let root = InputKey(path: [])

    var name: String { path.last ?? "" }

    func appending(_ name: String) -> InputKey {
        InputKey(path: path + [name])
    }
}

/// One argument as help, messages and the command's description see it.
struct ArgumentDescription: Sendable {
    let key: InputKey
    let names: [OptionName]
    let shape: ArgumentShape
    let valueName: String
    let isRequired: Bool
    /// The title of the option group that it stands in.
    var section = ""
    /// Whether a command above declares it: then it is parsed and decoded there, and only shown here.
    var isInherited = false
    var visibility: ArgumentVisibility { max(shape.help.visibility, groupVisibility) }
    var groupVisibility = ArgumentVisibility.default

    /// The name that texts use: the first long one, else the first.
    var preferredName: OptionName? { names.first(where: \.isLong) ?? names.first }

    /// `--limit <n>`, `--quiet` or `<query>`.
    var synopsis: String {
        switch shape.kind {
        case .positional: "<\(valueName)>"
        case .flag: preferredName.map { "\($0)" } ?? ""
        case .option: preferredName.map { "\($0) <\(valueName)>" } ?? ""
        }
    }

    private func max(_ a: ArgumentVisibility, _ b: ArgumentVisibility) -> ArgumentVisibility {
        a.rank >= b.rank ? a : b
    }
}

/// One argument as the parser works with it.
struct ArgumentDefinition {
    var about: ArgumentDescription
    /// Takes one word (nil for a flag) into the values.
    let read: (String?, inout ParsedValues) throws -> Void
    /// Puts the default into the values where nothing was given.
    let applyDefault: (inout ParsedValues) -> Void
}

extension ParsableArguments {
    /// Returns what the type declares, found by reflection over a fresh value.
    static func definitions(
        key: InputKey = .root,
        ancestors: [any ParsableArguments.Type] = []
    ) -> [ArgumentDefinition] {
        Mirror(reflecting: Self()).children.flatMap { child -> [ArgumentDefinition] in
            guard let label = child.label, let declaring = child.value as? any ArgumentDeclaring else { return [] }
            return declaring.definitions(for: key.appending(propertyName(label)), ancestors: ancestors)
        }
    }

    /// Returns the values of properties without a wrapper, which decoding needs back.
    static func plainProperties() -> [(String, Any)] {
        Mirror(reflecting: Self()).children.compactMap { child in
            guard let label = child.label, !(child.value is any ArgumentDeclaring) else { return nil }
            return (label, child.value)
        }
    }
}

/// Returns a wrapped property's name: its storage bears an underscore in front.
private func propertyName(_ label: String) -> String {
    label.hasPrefix("_") ? String(label.dropFirst()) : label
}
