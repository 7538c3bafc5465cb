/// A step of a coding path that was worked out after the fact: a key of an object, or an index of an array.
struct PathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }

    /// A replacement for the keys of a `Dictionary`: such keys are content, and errors show none.
    static let hidden = PathKey(stringValue: "*")
    /// The key under which `superEncoder()` and `superDecoder()` work, as in the standard coders.
    static let superclass = PathKey(stringValue: "super")
}
