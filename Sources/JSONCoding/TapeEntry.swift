/// One token of a JSON text: its kind and its place.
struct TapeEntry {
    enum Kind: UInt8 {
        case null, `false`, `true`, integer, number, string, array, object
    }

    let kind: Kind
    /// A string with backslashes in it.
    var hasEscapes = false
    /// An object that was opened as a `Dictionary`, whose keys are content.
    var isDictionary = false
    /// The first byte; of a string, the first one inside the quotes.
    let start: UInt32
    /// Bytes of a scalar (of a string, inside the quotes); members of a container.
    var length: UInt32 = 0
    /// The index of the entry after this one and all that it holds.
    var next: UInt32 = 0
    /// While reading: the index of the enclosing container. Later, in an object: where to look for the next key first.
    var cursor: UInt32 = 0
}
