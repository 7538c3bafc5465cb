extension EventType {
    /// Whether an event of this type blanks the earlier events of its stream, or of the account that owns the stream.
    ///
    /// The name alone decides: so `verify`, or a reader of the log without this program, can check which payloads may
    /// be blank.
    public var isErasing: Bool { name.hasSuffix("-erased") }
}
