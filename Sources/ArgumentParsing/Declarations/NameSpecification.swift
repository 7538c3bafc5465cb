/// The names that an option or a flag goes by.
public struct NameSpecification: ExpressibleByArrayLiteral, Sendable {
    /// One name: derived from the property, or given.
    public struct Element: Hashable, Sendable {
        enum Kind: Hashable {
            case long, short
            case customLong(String)
            case customShort(Character)
        }

        let kind: Kind

        /// The property's name in kebab case: `dryRun` → `--dry-run`.
        public static let long = Element(kind: .long)
        /// The first letter of the property's name: `limit` → `-l`.
        public static let short = Element(kind: .short)

        /// A long name, without its dashes.
        public static func customLong(_ name: String) -> Element {
            Element(kind: .customLong(name))
        }

        /// A short name, without its dash.
        public static func customShort(_ character: Character) -> Element {
            Element(kind: .customShort(character))
        }
    }

    let elements: [Element]

    /// Makes a specification of several names.
    public init(arrayLiteral elements: Element...) {
        self.elements = elements
    }

    init(_ element: Element) {
        elements = [element]
    }

    /// The property's name in kebab case: `dryRun` → `--dry-run`.
    public static let long = NameSpecification(.long)
    /// The first letter of the property's name: `limit` → `-l`.
    public static let short = NameSpecification(.short)
    /// Both the short and the long name.
    public static let shortAndLong: NameSpecification = [.short, .long]

    /// A long name, without its dashes.
    public static func customLong(_ name: String) -> NameSpecification {
        NameSpecification(.customLong(name))
    }

    /// A short name, without its dash.
    public static func customShort(_ character: Character) -> NameSpecification {
        NameSpecification(.customShort(character))
    }

    /// Returns the names for a property.
    func names(for property: String) -> [OptionName] {
        elements.map { element in
            switch element.kind {
            case .long: .long(property.inKebabCase)
            case .short: .short(property.first.map { Character($0.lowercased()) } ?? "?")
            case .customLong(let name): .long(name)
            case .customShort(let character): .short(character)
            }
        }
    }
}

/// A name as it stands on a command line.
enum OptionName: Hashable, Sendable, CustomStringConvertible {
    case long(String)
    case short(Character)

    var description: String {
        switch self {
        case .long(let name): "--\(name)"
        case .short(let letter): "-\(letter)"
        }
    }

    var isLong: Bool {
        if case .long = self { true } else { false }
    }
}
