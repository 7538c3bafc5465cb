public import FoundationEssentials
public import Projections

extension MessageFilter {
    /// Compiles a predicate to the form that queries have, too.
    ///
    /// ```swift
    /// let filter = try MessageFilter(#Predicate<MessageRow> { !$0.isRead && $0.size > 1_000_000 })
    /// ```
    ///
    /// It selects exactly the messages for which the predicate is true in memory. A predicate may use
    ///
    /// - the truth values but `hasBody`
    /// - `subject`, `snippet`, `messageID`, `accountAddress`, `from?.name` and `from?.address` with `==`, `!=`,
    ///   `contains` and `starts(with:)`
    /// - `id`, `thread` and `account` with `==` and `!=`
    /// - `size`, `sortDate`, `shownDate` and `receivedAt` with all comparisons
    /// - `keywords.contains` and `folders.contains`, and lists of constants that contain one of these
    /// - `&&`, `||`, `!`, `?.`, `??` and `nil`
    ///
    /// - Throws: ``UntranslatablePredicate`` for everything else, before anything is looked up.
    public init(_ predicate: Predicate<MessageRow>) throws {
        var translation = Translation()
        translation.bind(predicate.variable, to: .message)
        self = try translation.filter(predicate.expression).canonical
    }
}
