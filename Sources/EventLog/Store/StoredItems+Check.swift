internal import Cryptography
internal import JSONCoding

extension StoredTransaction {
    /// Compares the header with its digest, and the row with the header; an erased header cannot be compared.
    func check(with hasher: inout SHA256Hasher) throws {
        guard let header, let salt else {
            guard header == nil, salt == nil else {
                throw LogFault(position: firstPosition, reason: "the header of transaction \(number) is half erased")
            }
            return
        }
        guard isDigest(digest, of: header, salt: salt, with: &hasher) else {
            throw LogFault(position: firstPosition, reason: "the header of transaction \(number) was changed")
        }
        guard let said = try? JSONBytesDecoder().decode(TransactionHeader.self, from: header),
            said.number == number, said.operation == operation, said.time == recordedAt,
            said.firstPosition == firstPosition, said.idempotency == idempotency?.hex
        else {
            throw LogFault(
                position: firstPosition, reason: "the header of transaction \(number) differs from its row")
        }
    }
}

extension StoredEvent {
    /// Compares the payload with its digest; an erased payload cannot be compared.
    func check(with hasher: inout SHA256Hasher) throws {
        guard let payload, let salt else {
            guard payload == nil, salt == nil else {
                throw LogFault(position: position, reason: "the payload is half erased")
            }
            return
        }
        guard isDigest(digest, of: payload, salt: salt, with: &hasher) else {
            throw LogFault(position: position, reason: "the payload was changed")
        }
    }
}
