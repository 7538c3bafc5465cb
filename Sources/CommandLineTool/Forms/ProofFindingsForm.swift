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
}
