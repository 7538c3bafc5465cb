/// The shape of an event's payload, or of a part of one: its fields in order.
package struct EventShape: Sendable {
    /// A field, its type in the terms of `Docs/Events.md`, and its meaning.
    package struct Field: Sendable {
        let name: String
        /// A word, `[x]`, `change(x)`, `x or null`, or `x?` for a field that may be left out.
        let type: String
        let meaning: String

        init(_ name: String, _ type: String, _ meaning: String = "") {
            self.name = name
            self.type = type
            self.meaning = meaning
        }
    }

    /// The type and its version, as in `mail.message-added/1`; a plain word for a part.
    let name: String
    let about: String
    let fields: [Field]

    init(_ name: String, _ about: String, _ fields: [Field]) {
        self.name = name
        self.about = about
        self.fields = fields
    }
}
