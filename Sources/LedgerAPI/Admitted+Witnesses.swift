internal import EventLog
internal import HTTPServing
internal import JSONCoding
internal import MailLedger

/// What a witness says of the log.
private struct WitnessAnswer: Encodable {
    /// The name of its file; where that is, is the owner's affair.
    let name: String
    let isHealthy: Bool
    /// How many events it remembers; nil where it could not say.
    let kept: Int64?
    let problem: String?

    enum CodingKeys: String, CodingKey {
        case name, kept, problem
        case isHealthy = "is_healthy"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(isHealthy, forKey: .isHealthy)
        try container.encode(kept, forKey: .kept)
        try container.encode(problem, forKey: .problem)
    }
}

extension Admitted {
    /// Compares the log with each of its witnesses.
    ///
    /// - Complexity: A few hashes of the tree for each.
    func witnesses(_ ledger: Ledger) throws -> HTTPResponse {
        let answers = handler.options.witnesses(ledger.store.identity.id).map { path in
            let name = path.split(separator: "/").last.map(String.init) ?? path
            do {
                let kept = try ledger.proofs.check(witness: path).kept
                return WitnessAnswer(name: name, isHealthy: true, kept: kept, problem: nil)
            } catch {
                let problem = String(describing: error).replacing(path, with: name)
                return WitnessAnswer(name: name, isHealthy: false, kept: nil, problem: problem)
            }
        }
        let json = try JSONBytesEncoder().encode(answers)
        return HTTPResponse(200, [("Content-Type", "application/json")], .bytes(json + [0x0A])).guarded
    }
}
