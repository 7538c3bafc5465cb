internal import CivilTime
internal import EventLog
internal import Hashing
internal import JSONCoding
internal import MailLedger
internal import Signing

struct ProofFindingsForm: Encodable {
    let origin: String
    let size: Int64
    let root: String
    let key: String
    let isKeyTrusted: Bool
    let endorsements: Int
    let sinceSize: Int64?
    let events: [Event]

    /// An event of today that a stored one is read as.
    struct Reading: Encodable {
        let type: String
        let payload: JSONValue
    }

    struct Event: Encodable {
        let ledger: String
        let position: Int64
        let type: String
        let time: String
        let transaction: Int64
        let leaf: String
        let payloadIs: String
        let payload: JSONValue?
        let readAs: [Reading]?
        let headerIs: String
        let actor: String?
        let reason: String?
        let command: String?

        init(_ event: ProvenEvent) {
            ledger = event.entry.ledger.description
            position = event.entry.position.rawValue
            type = event.entry.type
            time = event.entry.recordedAt.iso8601
            transaction = event.entry.transaction
            leaf = event.leaf.hex
            payloadIs = event.payloadIs.rawValue
            payload = event.payload.flatMap { try? JSONBytesDecoder().decode(JSONValue.self, from: Array($0.utf8)) }
            readAs = event.reading(by: LedgerContexts.catalogue)?.map {
                Reading(type: $0.type.description, payload: $0.payload)
            }
            headerIs = event.headerIs.rawValue
            actor = event.header?.actor
            reason = event.header?.reason
            command = event.header?.command
        }

        enum CodingKeys: String, CodingKey {
            case ledger, position, type, time, transaction, leaf
            case payloadIs = "payload_is"
            case payload
            case readAs = "read_as"
            case headerIs = "header_is"
            case actor, reason, command
        }

        // What is not shown is null.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(ledger, forKey: .ledger)
            try container.encode(position, forKey: .position)
            try container.encode(type, forKey: .type)
            try container.encode(time, forKey: .time)
            try container.encode(transaction, forKey: .transaction)
            try container.encode(leaf, forKey: .leaf)
            try container.encode(payloadIs, forKey: .payloadIs)
            try container.encode(payload, forKey: .payload)
            try container.encode(readAs, forKey: .readAs)
            try container.encode(headerIs, forKey: .headerIs)
            try container.encode(actor, forKey: .actor)
            try container.encode(reason, forKey: .reason)
            try container.encode(command, forKey: .command)
        }
    }

    init(_ findings: ProofFindings) {
        origin = findings.checkpoint.origin
        size = findings.checkpoint.size
        root = findings.checkpoint.root.hex
        key = findings.key.description
        isKeyTrusted = findings.endorsementsFollowed != nil
        endorsements = findings.endorsementsFollowed ?? 0
        sinceSize = findings.since?.size
        events = findings.events.map(Event.init)
    }

    enum CodingKeys: String, CodingKey {
        case origin, size, root, key
        case isKeyTrusted = "is_key_trusted"
        case endorsements
        case sinceSize = "since_size"
        case events
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(origin, forKey: .origin)
        try container.encode(size, forKey: .size)
        try container.encode(root, forKey: .root)
        try container.encode(key, forKey: .key)
        try container.encode(isKeyTrusted, forKey: .isKeyTrusted)
        try container.encode(endorsements, forKey: .endorsements)
        try container.encode(sinceSize, forKey: .sinceSize)
        try container.encode(events, forKey: .events)
    }
}
