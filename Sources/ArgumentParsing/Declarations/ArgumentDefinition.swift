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
    /// Whether another page explains it.
    var isCommon = false
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
    /// Takes one word, nil for a flag.
    let read: (String?) throws -> Void
    /// Whether a word was taken.
    let isGiven: () -> Bool
}
