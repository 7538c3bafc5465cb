internal import CivilTime
internal import Cryptography
internal import EventLog
internal import MailLedger

/// A read model and how it is.
struct ReadModelHealthForm: Encodable {
    let health: ReadModelHealth

    init(_ health: ReadModelHealth) {
        self.health = health
    }

    enum CodingKeys: CodingKey { case name, version, position, behind, rows, digest, builtAt, failure }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(health.name, forKey: .name)
        try container.encode(health.version, forKey: .version)
        try container.encode(health.position?.rawValue, forKey: .position)
        try container.encode(health.behind, forKey: .behind)
        try container.encode(health.rows, forKey: .rows)
        try container.encode(health.digest?.hex, forKey: .digest)
        try container.encode(health.builtAt?.iso8601, forKey: .builtAt)
        try container.encode(health.failure.map(Failure.init), forKey: .failure)
    }

    struct Failure: Encodable {
        let projection: String
        let position: Int64
        let stream: Int64
        let type: String
        let reason: String

        init(_ failure: ProjectionFailure) {
            projection = failure.projection
            position = failure.position.rawValue
            stream = failure.stream.rawValue
            type = failure.type
            reason = failure.reason
        }
    }
}
