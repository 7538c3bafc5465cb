internal import HTTPServing

/// A path and a method that stand for one request of the ledger: ``all`` is the one table of them.
///
/// What is behind the `?` goes into the parameters of the request, as the id in the path and the body do. Its answer comes without
/// the envelope, in the form that Docs/WireForms.md has.
struct Resource: Sendable, Hashable {
    /// What becomes of the body.
    enum Body: Sendable, Hashable {
        case none
        /// It is the parameters.
        case parameters
        /// It is one of them.
        case member(String)
        /// The same, and may be left out.
        case optionalMember(String)
    }

    /// Where a made thing is.
    enum Place: Sendable, Hashable {
        /// Below the path, by its id.
        case below
        /// The profile, unless it was there before.
        case profile
        /// Below the path, unless the account had a live conversation of this name before.
        case conversation
        /// The bytes of the message.
        case message
    }

    let method: String
    /// What stands in the path; nil for an id.
    let path: [String?]
    let request: String
    var isCommand = false
    /// The parameter that takes the id.
    var id: String?
    var body = Body.none
    /// The parameters behind the `?` that are no texts.
    var kinds: [String: QueryString.Kind] = [:]
    /// Of an answer with a body; 201 only where something was made.
    var status = 200
    /// Where a made thing is; nil for a request that makes none.
    var place: Place?
    /// Whether the request tells what it would do.
    var hasDryRun = true
    /// The kind of the thing that it is about, where that has a version.
    var thing: String?

    /// Whether the id in the path has to be a whole one: the request takes titles and names, too.
    var takesWholeID: Bool { ["notes", "actions", "folders"].contains(path.first) }

    /// Whether a body is read.
    var takesBody: Bool { body != .none }
    /// Whether there has to be one.
    var needsBody: Bool {
        switch body {
        case .none, .optionalMember: false
        case .parameters, .member: true
        }
    }

    /// The path as documents have it.
    var template: String { "/v1/" + path.map { $0 ?? "ID" }.joined(separator: "/") }

    /// Returns the id in a path if it is this one's.
    func match(_ parts: [String]) -> Match? {
        guard parts.count == path.count else { return nil }
        var id: String?
        for (part, wanted) in zip(parts, path) {
            if let wanted {
                guard part == wanted else { return nil }
            } else {
                guard !part.isEmpty else { return nil }
                id = part
            }
        }
        return Match(resource: self, id: id)
    }

    /// A resource with the id that a path has.
    struct Match: Sendable, Hashable {
        let resource: Resource
        let id: String?
    }

    /// Returns what a path behind `/v1/` leads to; nil where it leads nowhere.
    ///
    /// - Throws: ``APIFailure`` for a method that the path does not take.
    static func match(_ method: String, _ parts: [String]) throws -> Match? {
        let matches = all.compactMap { $0.match(parts) }
        guard !matches.isEmpty else { return nil }
        // A word in a path comes before an id.
        let exact = matches.filter { $0.id == nil }
        let own = exact.isEmpty ? matches : exact
        let wanted = method == "HEAD" ? "GET" : method
        if let match = own.first(where: { $0.resource.method == wanted }) { return match }
        throw APIFailure.otherMethod(
            own.map(\.resource.method).flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] }
                .joined(separator: ", "))
    }
}
