/// Lends the items of a walk some hundreds at a time, so that related data can be requested together.
///
/// ```swift
/// try inHundreds({ try copies.forEach(range, $0) }) { copies in
///     var contents = ContentsAhead(copies.map(\.raw), of: store)
/// ```
///
/// Either closure stops the walk by returning false. Items that a walk found before it throws may not be lent.
package func inHundreds<Item>(
    count: Int = 128, _ walk: ((Item) throws -> Bool) throws -> Void, _ body: ([Item]) throws -> Bool
) throws {
    var waiting: [Item] = []
    var goesOn = true
    // The compiler takes no closure around one that is passed in as an argument of another.
    try withoutActuallyEscaping(body) { body in
        try walk { item in
            waiting.append(item)
            guard waiting.count >= count else { return true }
            goesOn = try body(waiting)
            waiting.removeAll(keepingCapacity: true)
            return goesOn
        }
    }
    if goesOn, !waiting.isEmpty { _ = try body(waiting) }
}
