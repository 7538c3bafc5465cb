internal import Synchronization

/// Arguments declared by another type and shared among commands.
///
/// A group of the type of a command above stands for that command's own options: they are accepted before and after
/// the subcommand's name, and both see the same values.
@propertyWrapper
public struct OptionGroup<Value: Sendable>: Sendable {
    private var group: GroupValue<Value>

    // The struct itself does not ask for the conformance: the runtime would look it up for each group of a command.
    /// Declares the group; help shows it under `title` where there is one.
    public init(title: String = "", visibility: ArgumentVisibility = .default) where Value: ParsableArguments {
        group = GroupValue(of: Value.self, title: title, visibility: visibility)
    }

    /// The group's values; before parsing, its declarations.
    public var wrappedValue: Value {
        get { group.value }
        set { group = GroupValue(newValue) }
    }
}

/// The value of a group of arguments.
private final class GroupValue<Value: Sendable>: DeclaredProperty {
    /// What was declared of it.
    private struct Declared: Sendable {
        let type: any ParsableArguments.Type
        let properties: [NamedProperty]
        let title: String
        let visibility: ArgumentVisibility
        let validate: @Sendable (inout Value) throws -> Void
    }

    private let current: Mutex<Value>
    private let declared: Declared?

    init(of type: Value.Type, title: String, visibility: ArgumentVisibility) where Value: ParsableArguments {
        let made = Declarations.of(type)
        current = Mutex(made.value)
        declared = Declared(
            type: type, properties: made.properties, title: title, visibility: visibility,
            validate: { try $0.validate() })
        Declarations.add(self)
    }

    /// Holds values that no command line gave.
    init(_ value: Value) {
        current = Mutex(value)
        declared = nil
    }

    var value: Value { current.withLock { $0 } }

    func definitions(for key: InputKey, ancestors: [any ParsableArguments.Type]) -> [ArgumentDefinition] {
        guard let declared else { return [] }
        let isInherited = ancestors.contains { $0 == declared.type }
        return declared.properties.definitions(below: key, ancestors: ancestors).map { definition in
            var definition = definition
            if definition.about.section.isEmpty { definition.about.section = declared.title }
            if declared.visibility.rank > definition.about.groupVisibility.rank {
                definition.about.groupVisibility = declared.visibility
            }
            if declared.type.isCommon { definition.about.isCommon = true }
            if isInherited { definition.about.isInherited = true }
            return definition
        }
    }

    func complete(below above: [any ParsableArguments]) throws {
        guard let declared else { return }
        for command in above where type(of: command) == declared.type {
            guard let same = command as? Value else { continue }
            current.withLock { $0 = same }
            return
        }
        try declared.properties.complete(below: above)
        try current.withLock { try declared.validate(&$0) }
    }
}
