import Domain
import Projections

extension QueryParser {
    /// Reads the saved query of this name in its place; an error in it names the saved query.
    mutating func savedQuery(_ name: String) throws(QueryFault) -> MessageFilter {
        let text = try savedText(name)
        let path = expanding + [name]
        guard !expanding.contains(name) else {
            hasNamedFault = true
            throw QueryFault("saved queries that use each other in a circle", hint: path.joined(separator: " → "))
        }
        // One level down, so that the whole never nests deeper than one query may; its terms count like typed ones.
        var parser = QueryParser(text, context, expanding: path, level: level + 1, terms: terms)
        do {
            let filter = try parser.parse()
            terms = parser.terms
            return filter
        } catch {
            hasNamedFault = true
            if parser.hasNamedFault { throw QueryFault(error.message, hint: error.hint, advice: error.advice) }
            throw QueryFault(
                "in the saved query \(QueryFault.shown(name)), \(QueryFault.shown(text)): \(error.message)",
                hint: error.hint, advice: error.advice)
        }
    }

    private func savedText(_ name: String) throws(QueryFault) -> String {
        let saved: [String: String]
        do {
            saved = try context.savedQueries()
        } catch let refusal as SavedQueriesRefused {
            throw QueryFault(refusal.reason, hint: "write the query that \(QueryFault.shown(name)) stands for")
        } catch {
            throw QueryFault("the saved queries cannot be read", hint: "\(error)")
        }
        guard let text = saved[name] else {
            // One that contains this text would lead back to itself.
            let others = saved.keys.filter { !expanding.contains($0) }.sorted()
            let near = Spelling.nearest(to: name, among: others).map { "did you mean \"\($0)\"?" }
            throw QueryFault(
                "no saved query \(QueryFault.shown(name))", hint: near,
                advice: near == nil ? .listSavedQueries : nil)
        }
        // An empty query is every message, which nobody means by a name.
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw QueryFault("the saved query \(QueryFault.shown(name)) is empty")
        }
        return text
    }
}
