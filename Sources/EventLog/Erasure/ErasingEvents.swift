extension EventType {
    /// Whether an event of this type blanks what its stream, or the account that owns the stream, contained before it.
    ///
    /// The name alone says so: `verify`, or a reader of the log without this program, can check by it which payloads
    /// may be blank.
    public var isErasing: Bool { name.hasSuffix("-erased") }
}
