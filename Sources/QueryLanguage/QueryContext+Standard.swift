internal import MIME

extension QueryContext {
    /// The clock's time, the zone of this process, and the fold of the full-text index.
    public static func standard() -> QueryContext {
        .current(fold: { SearchFold.fold($0) })
    }
}
