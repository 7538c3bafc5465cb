/// The reason why a decision or a question is refused, by what its caller can do about it.
public enum DomainError: Error, Hashable, Sendable {
    /// No live thing of that kind has the name or the id.
    ///
    /// `place` is where it was looked for; `similar` lists names that may have been meant.
    case notFound(kind: String, name: String, place: String? = nil, similar: [String] = [], hint: Hint? = nil)
    /// It exists, and is deleted.
    case deleted(kind: String, name: String)
    /// It existed, and was erased.
    case erased(kind: String, name: String)
    /// The id is the prefix of several things' ids.
    case ambiguous(kind: String, name: String, count: Int)
    /// A live thing has the name already.
    case alreadyExists(kind: String, name: String)
    /// The current state does not allow it.
    case conflict(String, hint: Hint? = nil)
    /// Other things prevent it; `by` names each of them.
    case blocked(String, by: [String], hint: Hint? = nil)
    /// A field's value is not acceptable.
    case invalid(field: String, reason: String, hint: Hint? = nil)
    /// It is never allowed, whatever the state.
    case forbidden(String, hint: Hint? = nil)
}

extension DomainError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFound(let kind, let name, let place, let similar, _):
            Self.absence(of: kind, name) + (place.map { " in \($0)" } ?? "")
                + (similar.isEmpty
                    ? "" : "; did you mean \(similar.prefix(3).map { "\"\($0)\"" }.joined(separator: " or "))?")
        case .deleted(let kind, let name): "\(kind) \"\(name)\" is deleted"
        case .erased(let kind, let name): "\(kind) \"\(name)\" was erased"
        case .ambiguous("folder", let name, let count): "\(count) folders are called \"\(name)\""
        case .ambiguous(let kind, let name, let count) where kind == "note" || kind == "action":
            "\(count) \(kind)s are called \"\(name)\", or have ids that begin so"
        case .ambiguous(let kind, let name, let count): "\(count) \(kind)s begin with \"\(name)\""
        case .alreadyExists(let kind, let name):
            "there is \(kind == "account" ? "an" : "a") \(kind) \"\(name)\" already"
        case .conflict(let reason, _): reason
        case .blocked(let reason, let blockers, _):
            "\(reason): \(blockers.prefix(10).joined(separator: ", "))"
                + (blockers.count > 10 ? ", and \(blockers.count - 10) more" : "")
        case .invalid(let field, let reason, _): Self.fault(of: field, reason)
        case .forbidden(let reason, _): reason
        }
    }

    /// The fault of a field, as one sentence if the reason is the rest of one.
    package static func fault(of field: String, _ reason: String) -> String {
        field + (reason.hasPrefix("is ") || reason.hasPrefix("holds ") ? " " : ": ") + reason
    }

    private static func absence(of kind: String, _ name: String) -> String {
        switch kind {
        case "change for this report": "there is no change for this report"
        case _ where name.isEmpty: "the name of the \(kind) is empty"
        case "HTML part": "message \(name) has no HTML part"
        case "attachment": "no attachment \(name)"
        case "profile": "there is no profile"
        default: "no \(kind) \"\(name)\""
        }
    }
}
