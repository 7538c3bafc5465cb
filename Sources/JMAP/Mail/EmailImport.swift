internal import CivilTime
internal import JSONCoding
internal import MIME
internal import MailLedger
internal import Projections

/// `Email/import` (RFC 8621 section 4.8): blobs become emails, as one transaction.
enum EmailImport {
    static let method = Method.writing("Email/import", answer)

    @Sendable private static func answer(_ call: MethodCall, _ ledger: Ledger) throws -> JSONObject {
        let arguments = try call.arguments("ifInState", "emails")
        guard let emails = try arguments.object("emails") else {
            throw MethodError.invalidArguments("emails is missing")
        }
        guard emails.keys.count <= call.limits.objectsInSet else { throw MethodError.requestTooLarge }
        let ifInState = try arguments.string("ifInState")
        let account = try ledger.read { try call.account(arguments, $0) }
        var arriving = try ledger.read { reader in
            var arriving = try ArrivingEmails(call, account, ifInState: ifInState, reader)
            let place = try EmailPlace(call, account, reader)
            for member in emails.members {
                try arriving.take(member.key) { try message(member.value, place, call, account, room: $0, reader) }
            }
            return arriving
        }
        try arriving.record(ledger)
        return arriving.json
    }

    private static func message(
        _ json: JSONValue, _ place: EmailPlace, _ call: MethodCall, _ account: AccountRow, room: Int,
        _ reader: LedgerReader
    ) throws -> BroughtMessage {
        guard case .object(let object) = json else {
            throw SetError.invalidProperties("it is not an object", [])
        }
        var invalid = object.keys.filter { !["blobId", "mailboxIds", "keywords", "receivedAt"].contains($0) }
        var found: BlobContent?
        if case .string(let id)? = object["blobId"] { found = try call.blob(id, in: account, reader)?.1 }
        if found == nil { invalid.append("blobId") }
        let folders = place.folders(object, &invalid)
        let keywords = try place.keywords(object, &invalid)
        let receivedAt = place.receivedAt(object, &invalid)
        guard let found, invalid.isEmpty else {
            throw SetError.invalidProperties(invalid)
        }
        guard found.size <= room else { throw SetError.beyondRoom(call.limits) }
        guard let message = try found.message() else { throw SetError.invalidEmail }
        let received = message.root.header.all("received").first?.receivedTime.map { Timestamp(microseconds: $0) }
        return try BroughtMessage(
            PlacedMessage(found, in: folders, keywords: keywords, receivedAt: receivedAt ?? received), found)
    }
}
