internal import Mail
package import Projections
internal import QueryLanguage

/// A name in a query that nothing has, and the one that was probably meant.
package struct LikelyName: Hashable, Sendable {
    /// The term as it is typed, as in `label:wrok`.
    package let term: String
    package let likely: String
}

extension LedgerReader {
    /// Returns the labels and mailing lists of a filter that no message has, though one is spelt nearly so.
    ///
    /// A folder or an account that is not there is refused; a label may well be on no message at present.
    ///
    /// - Complexity: Reads each label, or list, once; nothing for a filter without either.
    package func likelyNames(in filter: MessageFilter) throws -> [LikelyName] {
        switch filter {
        case .and(let parts), .or(let parts): return try parts.flatMap(likelyNames)
        case .not(let inner): return try likelyNames(in: inner)
        case .keyword(let label) where !label.hasPrefix("$"):
            let key = Keyword.key(of: label)
            let folders = try folders().filter { $0.kind == FolderKind.label.rawValue }.map(\.path)
            let labels = try labels(beginningWith: "", limit: 10_000) + folders
            guard !labels.contains(where: { Keyword.key(of: $0) == key }) else { return [] }
            return Self.likely("label:\(label)", label, among: labels)
        case .list(let part?):
            let lists = try MessagesQuery(on: connection).lists()
            let typed = part.lowercased()
            guard !lists.contains(where: { $0.lowercased().contains(typed) }) else { return [] }
            // The first word of a List-Id is what people call the list.
            let words = lists.compactMap { $0.split(separator: ".").first.map(String.init) }
            return Self.likely("list:\(part)", part, among: words)
        default: return []
        }
    }

    private static func likely(_ term: String, _ typed: String, among names: [String]) -> [LikelyName] {
        Spelling.nearest(to: typed, among: names).map { [LikelyName(term: term, likely: $0)] } ?? []
    }
}
