/// A form of JSON that the tool writes: its name, its title, and its keys in order.
package struct AnswerForm: Hashable, Sendable {
    /// A key, its kind of value, and its meaning.
    package struct Key: Hashable, Sendable {
        package let name: String
        package let type: AnswerType
        /// A sentence.
        package let meaning: String
        /// Whether the key may be missing; a key with nothing to say is null otherwise.
        package private(set) var isOptional = false

        init(_ name: String, _ type: AnswerType, _ meaning: String) {
            self.name = name
            self.type = type
            self.meaning = meaning
        }

        /// The key that may be missing.
        var optional: Key {
            var key = self
            key.isOptional = true
            return key
        }
    }

    /// The version of the forms, as `--format-version` has it.
    package static let version = 1

    package let name: String
    package let title: String
    /// More about it; empty for none.
    package let about: String
    /// Whether it has further keys, which no form can name.
    let isOpen: Bool
    /// The keys of its own.
    package let keys: [Key]
    private let bases: [AnswerForm]

    /// The form whose keys come before its own; nil for none.
    package var base: AnswerForm? { bases.first }

    init(
        _ name: String, _ title: String, isOpen: Bool = false, about: String = "", extending base: AnswerForm? = nil,
        _ keys: [Key]
    ) {
        self.isOpen = isOpen
        self.name = name
        self.title = title
        self.about = about
        self.keys = keys
        bases = base.map { [$0] } ?? []
    }
}
