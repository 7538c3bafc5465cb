internal import CivilTime
internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Projections

/// An email that a client makes with `Email/set`: read from JSON, and written as a message (RFC 8621 section 4.6).
struct EmailCreation {
    private let call: MethodCall
    private let account: AccountRow
    private let place: EmailPlace
    private let reader: LedgerReader

    private static let ofPlace: Set<String> = ["mailboxIds", "keywords", "receivedAt"]
    private static let ofBody: Set<String> = ["bodyStructure", "bodyValues", "textBody", "htmlBody", "attachments"]
    /// Bytes of the header fields of one email.
    private static let longestHeader = 256 << 10

    init(_ call: MethodCall, _ account: AccountRow, _ place: EmailPlace, _ reader: LedgerReader) {
        self.call = call
        self.account = account
        self.place = place
        self.reader = reader
    }

    /// Makes the message.
    ///
    /// - Throws: ``SetError`` that names all properties that are invalid, or all blobs that are not there.
    func message(_ json: JSONValue, room: Int) throws -> BroughtMessage {
        guard case .object(let object) = json else { throw SetError.invalidProperties("it is not an object", []) }
        var invalid: [String] = []
        let folders = place.folders(object, &invalid)
        let keywords = try place.keywords(object, &invalid)
        let receivedAt = place.receivedAt(object, &invalid)
        var header = CreatedHeader()
        for member in object.members
        where !Self.ofPlace.contains(member.key) && !Self.ofBody.contains(member.key) && member.value != .null {
            if !header.take(member.key, member.value, &invalid) { invalid.append(member.key) }
        }
        invalid += header.names.filter { $0.value.hasPrefix("content-") }.keys.sorted()
        let limit = min(room, call.limits.attachments)
        let body = try CreatedBody(object, room: limit, &invalid) { id, room in
            guard let (_, content) = try call.blob(id, in: account, reader) else { return .missing }
            return try content.bytes(limit: room).map { .bytes($0) } ?? .tooLarge
        }
        invalid += body.rootFields.filter { header.has($0.value) }.keys.sorted()
        guard body.notFound.isEmpty else { throw SetError.blobNotFound(body.notFound) }
        guard invalid.isEmpty else {
            throw SetError.invalidProperties(invalid)
        }
        guard !body.isTooLarge else {
            throw SetError.tooLarge("an email has at most \(call.limits.attachments) bytes of blobs, and 1,000 parts")
        }
        let bytes = try write(header.fields, body)
        guard bytes.count <= room else { throw SetError.beyondRoom(call.limits) }
        let content = BlobContent(bytes: bytes)
        return try BroughtMessage(
            PlacedMessage(content, in: folders, keywords: keywords, receivedAt: receivedAt), content)
    }

    private func write(_ fields: [ComposedField], _ body: CreatedBody) throws -> [UInt8] {
        let root = body.root ?? ComposedPart(type: "text/plain", content: .text(""))
        let names = Set((fields + root.fields).map { $0.name.lowercased() })
        let id = reader.environment.newID()
        var header = fields
        if !names.contains("date"), let field = Self.date(reader.environment.log.now()) { header.append(field) }
        if !names.contains("message-id") {
            let name = DraftMessage.messageID(id, from: EmailAddress(address: account.address))
            if let field = ComposedField("Message-ID", as: .messageIDs, [.string(name)]) { header.append(field) }
        }
        var writer = FieldWriter()
        for field in header + root.fields { field.write(to: &writer) }
        guard writer.bytes.count <= Self.longestHeader else {
            throw SetError.tooLarge("a header has at most \(Self.longestHeader) bytes")
        }
        var count = 0
        return root.message(header) {
            count += 1
            // No text of base64 or quoted-printable has "=_", and nobody knows the id before.
            return "=_\(id)_\(count)"
        }
    }

    private static func date(_ time: Timestamp) -> ComposedField? {
        ComposedField("Date", as: .date, .string(String(time.iso8601.prefix(19)) + "Z"))
    }
}
