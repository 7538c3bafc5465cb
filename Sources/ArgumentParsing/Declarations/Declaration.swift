/// What a property wrapper declares before parsing: its default and the forms it may be given in.
struct Declaration<Value: Sendable>: Sendable {
    /// One form on the command line; a flag over an enumeration has one for each case.
    struct Form: Sendable {
        var shape: ArgumentShape
        /// The name that stands in for the property's, for a case of an enumeration.
        var caseName: String?
        /// Takes one word (nil for a flag) into the value so far; throws where the word stands for no value.
        var read: @Sendable (_ word: String?, _ value: inout Value?) throws -> Void
    }

    /// The value where nothing is given; nil makes the argument required.
    var initial: Value?
    var forms: [Form]

    /// Returns the declaration as the parser works with it, which puts what it reads into `value`.
    func definitions(for key: InputKey, of value: ArgumentValue<Value>) -> [ArgumentDefinition] {
        forms.map { form in
            let property = form.caseName ?? key.name
            let names = form.shape.kind == .positional ? [] : form.shape.names.names(for: property)
            let longName = names.lazy.compactMap { name in
                if case .long(let text) = name { text } else { nil }
            }.first
            let isRequired = if case .none = initial { true } else { false }
            return ArgumentDefinition(
                about: ArgumentDescription(
                    key: key,
                    names: names,
                    shape: form.shape,
                    valueName: form.shape.help.valueName ?? longName ?? property.inKebabCase,
                    isRequired: isRequired
                ),
                read: { try value.read($0, as: form) },
                isGiven: { value.isGiven }
            )
        }
    }
}

/// What is said of one form of an argument, whatever the type of its value.
struct ArgumentShape: Sendable {
    enum Kind: Sendable {
        case positional, option, flag
    }

    var kind: Kind
    var names: NameSpecification = .long
    var policy: ValuePolicy = .next
    var isRepeating = false
    var help: ArgumentHelp
    var completion: CompletionKind = .default
    var allValues: [String] = []
    var defaultText: String?
}

extension ArgumentShape {
    /// The shape of an option.
    init(option names: NameSpecification, _ policy: ValuePolicy, _ help: ArgumentHelp?, _ completion: CompletionKind?) {
        self.init(kind: .option, names: names, policy: policy, help: help ?? "", completion: completion ?? .default)
    }
}

/// A word that stands for no value of the type asked for.
struct UnreadableWord: Error {}
