internal import CivilTime
internal import Cryptography
internal import EventLog
internal import JSONCoding
internal import MailLedger

struct ProofFindingsForm: Encodable {
    let origin: String
    let size: Int64
    let root: String
    let key: String
    let isKeyTrusted: Bool
    let endorsements: Int
    let sinceSize: Int64?
    let events: [Event]
    let message: Message?

    /// The file that is a message of the proof.
    struct Message: Encodable {
        let path: String
        let digest: String
        let lineEnds: String
        let positions: [Int64]
    }

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
        let words: String

        init(_ event: ProvenEvent, _ sentence: String) {
            words = sentence
            ledger = event.entry.ledger.description
            position = event.entry.position.rawValue
            type = event.entry.type
            time = event.entry.recordedAt.iso8601
            transaction = event.entry.transaction
            leaf = event.leaf.hex
            payloadIs = event.payloadIs.rawValue
            payload = event.payload.flatMap { try? JSONBytesDecoder().decode(JSONValue.self, from: Array($0.utf8)) }
            readAs = event.reading(by: Contexts.builtIn.catalogue)?.map {
                Reading(type: $0.type.description, payload: $0.payload)
            }
            headerIs = event.headerIs.rawValue
            actor = event.header?.actor
            reason = event.header?.reason
            command = event.header?.command
        }
    }

    init(_ findings: ProofFindings, _ words: ProvenWords, _ message: (path: String, proven: ProvenMessage)?) {
        origin = findings.checkpoint.origin
        size = findings.checkpoint.size
        root = findings.checkpoint.root.hex
        key = findings.key.description
        isKeyTrusted = findings.endorsementsFollowed != nil
        endorsements = findings.endorsementsFollowed ?? 0
        sinceSize = findings.since?.size
        events = zip(findings.events, words.sentences).map(Event.init)
        self.message = message.map { path, proven in
            Message(
                path: path, digest: proven.digest.hex, lineEnds: proven.lineEnds.rawValue,
                positions: proven.positions.map(\.rawValue))
        }
    }
}
