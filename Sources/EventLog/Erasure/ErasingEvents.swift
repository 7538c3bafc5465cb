extension EventType {
    /// Whether an event of this type blanks what its stream, and the account whose stream that is, held before it.
    ///
    /// That the name tells it lets `verify`, and whoever reads the log without this program, hold what is blank against it.
    public var isErasing: Bool { name.hasSuffix("-erased") }
}
