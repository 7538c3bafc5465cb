internal import Content
internal import Cryptography
internal import EventLog
internal import HTTPServing
internal import JMAP
internal import MailLedger
internal import Projections
internal import Synchronization
internal import WireModels

/// Bytes of mail, which are never shown as a page: a client saves them.
enum Download {
    /// What an attachment may unpack to.
    private static let limit = 64 << 20

    /// The bytes of a message as they came.
    static func raw(
        _ id: String, _ request: HTTPRequest, _ ledger: Ledger, by pool: WorkPool
    ) throws -> HTTPResponse {
        let row = try ledger.read { try $0.message(id) }
        let fields = fields(row.content, type: "message/rfc822", name: "\(row.id.description.prefix(8)).eml")
        if request.knows(row.content) { return HTTPResponse(304, fields) }
        switch try ledger.content.read(row.content) {
        case .bytes(let bytes): return answer(bytes, fields, request.range(of: bytes.count, row.content))
        case .file(let file): return answer(file, fields, request.range(of: Int(file.size), row.content), by: pool)
        }
    }

    /// An attachment, decoded.
    static func attachment(
        _ number: Int, of id: String, _ request: HTTPRequest, _ ledger: Ledger
    ) throws -> HTTPResponse {
        let found = try ledger.read { reader in
            try reader.attachments(of: reader.message(id).stream).first { $0.number == number }
        }
        guard let found else { throw APIFailure(.notFound, "the message has no attachment \(number)") }
        var bytes: [UInt8] = []
        try ledger.attachments.read(number, of: id) { piece in
            guard bytes.count + piece.count <= limit else { throw APIFailure.tooLarge }
            bytes += piece
        }
        let digest = SHA256Hasher.digest(of: bytes)
        let name = AttachmentName.safe(found.fileName, number, found.mimeType)
        let fields = fields(digest, type: safeType(found.mimeType), name: name)
        if request.knows(digest) { return HTTPResponse(304, fields) }
        return answer(bytes, fields, request.range(of: bytes.count, digest))
    }

    /// A blob of JMAP: a message of an account as it came, an upload of the user, or a part of either, decoded (RFC 8620
    /// section 6.2).
    ///
    /// It is found only where a live message of the account has it, or the user's upload to it is.
    static func blob(
        _ id: String, of account: String, for user: String, named name: String, _ request: HTTPRequest,
        _ ledger: Ledger, by pool: WorkPool
    ) throws -> HTTPResponse {
        let type = safeType(request.parameter("type") ?? "")
        let notThere = APIFailure(.notFound, "there is no such blob in this account")
        guard let blob = JMAPBlob(id) else { throw notThere }
        if let digest = blob.digest, request.knows(digest),
            try ledger.read({ try blob.isThere(in: account, for: user, $0) })
        {
            return HTTPResponse(304, fields(digest, type: type, name: name))
        }
        guard let content = try ledger.read({ try blob.read(in: account, for: user, limit: limit, $0) }) else {
            throw notThere
        }
        switch content.stored {
        case .bytes(let bytes):
            let digest = blob.digest ?? SHA256Hasher.digest(of: bytes)
            let fields = fields(digest, type: type, name: name)
            if request.knows(digest) { return HTTPResponse(304, fields) }
            return answer(bytes, fields, request.range(of: bytes.count, digest))
        case .file(let file):
            // A part that is unpacked is never one.
            guard let digest = blob.digest else { throw notThere }
            let fields = fields(digest, type: type, name: name)
            return answer(file, fields, request.range(of: Int(file.size), digest), by: pool)
        }
    }

    // MARK: Fields

    /// The digest is of the whole, whatever part is asked for (RFC 9530 section 3).
    private static func fields(_ digest: SHA256Digest, type: String, name: String) -> [(name: String, value: String)] {
        let escaped = name.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                String(UnicodeScalar(byte))
            default: "%" + [byte].hex.uppercased()
            }
        }.joined()
        // RFC 6266 section 4.3: the older form is for names that need no escape, as some clients know no other.
        let parameter = escaped == name ? "filename=\"\(name)\"" : "filename*=UTF-8''\(escaped)"
        return [
            ("Content-Type", type), ("Content-Disposition", "attachment; " + parameter),
            ("ETag", "\"\(digest)\""), ("Repr-Digest", "sha-256=:\(digest.bytes.base64):"), ("Accept-Ranges", "bytes"),
            // Asked for again each time, so that what was erased is gone from browsers, too.
            ("Cache-Control", "private, no-cache"),
        ]
    }

    /// Types that nothing runs; all others are bytes.
    private static func safeType(_ type: String) -> String {
        let isSafe = [
            "application/pdf", "application/zip", "image/png", "image/jpeg", "image/gif", "image/webp", "text/plain",
            "text/csv", "text/calendar", "audio/mpeg", "audio/mp4", "audio/ogg", "video/mp4", "message/rfc822",
        ].contains(type)
        return isSafe ? type : "application/octet-stream"
    }

    // MARK: Bytes

    private static func answer(
        _ bytes: [UInt8], _ fields: [(name: String, value: String)], _ range: ByteRange
    ) -> HTTPResponse {
        switch range {
        case .all: HTTPResponse(200, fields, .bytes(bytes))
        case .part(let range):
            HTTPResponse(206, fields + [part(range, of: bytes.count)], .bytes(Array(bytes[range])))
        case .unsatisfiable: HTTPResponse(416, [("Content-Range", "bytes */\(bytes.count)")])
        }
    }

    private static func answer(
        _ file: ContentFile, _ fields: [(name: String, value: String)], _ range: ByteRange, by pool: WorkPool
    ) -> HTTPResponse {
        let size = Int(file.size)
        func stream(_ range: Range<Int>) -> HTTPBody {
            .stream(FileStream(file, range, by: pool), size: UInt64(range.count))
        }
        return switch range {
        case .all: HTTPResponse(200, fields, stream(0..<size))
        case .part(let range): HTTPResponse(206, fields + [part(range, of: size)], stream(range))
        case .unsatisfiable: HTTPResponse(416, [("Content-Range", "bytes */\(size)")])
        }
    }

    private static func part(_ range: Range<Int>, of size: Int) -> (name: String, value: String) {
        ("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)")
    }
}

extension HTTPRequest {
    /// Whether the client has the bytes of a digest already (RFC 9110 section 13.1.2).
    func knows(_ digest: SHA256Digest) -> Bool {
        guard let known = fields["if-none-match"] else { return false }
        return known == "*" || known.contains("\"\(digest)\"")
    }

    /// Returns the part that is asked for: only GET asks for one, and nobody who has a part of other bytes (RFC 9110 sections
    /// 13.1.5 and 14.2).
    fileprivate func range(of size: Int, _ digest: SHA256Digest) -> ByteRange {
        guard method == "GET", fields["if-range"].map({ $0 == "\"\(digest)\"" }) ?? true else { return .all }
        return ByteRange(fields["range"], size: size)
    }
}

/// A large content, read piece by piece as its client takes it.
private final class FileStream: HTTPStream {
    private let file: ContentFile
    private let rest: Mutex<Range<Int>>
    private let pool: WorkPool

    init(_ file: ContentFile, _ range: Range<Int>, by pool: WorkPool) {
        self.file = file
        self.pool = pool
        rest = Mutex(range)
    }

    func next(_ deliver: @escaping @Sendable (HTTPPiece) -> Void) {
        let isTaken = pool.submit { [self] _ in
            let piece = rest.withLock { rest in
                defer { rest = min(rest.lowerBound + (256 << 10), rest.upperBound)..<rest.upperBound }
                return rest.prefix(256 << 10)
            }
            guard !piece.isEmpty else { return deliver(.end) }
            var bytes = [UInt8](repeating: 0, count: piece.count)
            let count = (try? file.read(into: &bytes, from: Int64(piece.lowerBound))) ?? 0
            deliver(count == bytes.count ? .bytes(bytes) : .failure)
        }
        if !isTaken { deliver(.failure) }
    }

    func end() {}
}
