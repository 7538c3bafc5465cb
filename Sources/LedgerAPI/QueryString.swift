internal import HTTPServing
internal import WireModels

/// The parameters of a request as they stand behind the `?` of a path.
struct QueryString {
    /// What a parameter is in JSON.
    enum Kind: Sendable, Hashable {
        case text, number, flag
        /// Texts with commas between them.
        case texts
    }

    /// What goes into the parameters of a request.
    private(set) var parameters = RequestMembers()
    /// What goes beside them.
    private(set) var envelope = RequestMembers()
    /// Whether only what would happen is asked for.
    private(set) var isDryRun = false

    /// More of them are no question.
    private static let most = 32

    /// - Parameter kinds: What those are that are no texts.
    /// - Throws: ``APIFailure`` where a parameter is there twice, or is not what it has to be.
    init(_ query: [(name: String, value: String)], kinds: [String: Kind]) throws {
        guard query.count <= Self.most else { throw APIFailure(.invalidInput, "there are too many parameters") }
        var names: Set<String> = []
        for (name, value) in query {
            guard names.insert(name).inserted else { throw Self.wrong(name, "is there twice") }
            switch name {
            case "at": try envelope.add(name, value)
            case "dry_run":
                isDryRun = try Self.flag(name, value)
                try envelope.add(name, isDryRun)
            default: try add(name, value, kinds[name] ?? .text)
            }
        }
    }

    private mutating func add(_ name: String, _ value: String, _ kind: Kind) throws {
        switch kind {
        case .text: try parameters.add(name, value)
        case .number:
            guard let number = Int64(value) else { throw Self.wrong(name, "is a number") }
            try parameters.add(name, number)
        case .flag: try parameters.add(name, try Self.flag(name, value))
        case .texts:
            let texts = value.split(separator: ",").map(String.init)
            // None would look as if all were asked for.
            guard !texts.isEmpty else { throw Self.wrong(name, "has no text") }
            try parameters.add(name, texts)
        }
    }

    /// Reads a flag: the one place that says how flags are written.
    fileprivate static func flag(_ name: String, _ value: String) throws(APIFailure) -> Bool {
        switch value {
        case "true", "1": true
        case "false", "0": false
        default: throw wrong(name, "is true or false")
        }
    }

    private static func wrong(_ name: String, _ reason: String) -> APIFailure {
        let name = String(name.prefix(40))
        return APIFailure(.invalidInput, "\(name) \(reason)", details: ["field": name])
    }
}

extension HTTPRequest {
    /// Returns a flag behind the `?`; false where it is not there.
    ///
    /// - Throws: ``APIFailure`` for another value than those of flags.
    func flag(_ name: String) throws(APIFailure) -> Bool {
        guard let value = parameter(name) else { return false }
        return try QueryString.flag(name, value)
    }
}
