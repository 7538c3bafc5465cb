import EventLog
import JSONCoding
import MailLedger
import WireModels

/// An answer's envelope as a program reads it.
struct AnsweredJSON: Decodable {
    let position: Int64
    let operation: OperationID?
    let isRepeat: Bool
    let answer: JSONValue

    private enum CodingKeys: String, CodingKey {
        case position, operation
        case isRepeat = "is_repeat"
        case answer
    }

    init(_ json: [UInt8]) throws {
        self = try JSONBytesDecoder().decode(AnsweredJSON.self, from: json)
    }

    init(of ledger: Ledger, to json: String) throws {
        switch ledger.respond(to: Array(json.utf8)) {
        case .answer(let json): try self.init(json)
        case .refusal(let error): throw error
        }
    }
}
