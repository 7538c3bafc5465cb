import CivilTime
import Cryptography
import EventLog
import JSONCoding
import Mail
import TestSupport
import Testing

/// Events that are read from canonical JSON and written as such member by member are those that the general decoder reads and the general encoder writes.
struct CanonicalEventTests {
    private static let texts = [
        "", "a", "Re: what is measured", "häufig \u{1F4E7} 訊息", "\"quoted\" \\ and\ttabbed\r\n", "\u{7f}\u{2028}",
        String(repeating: "long ", count: 60), "eight888", "e\u{301}",
    ]

    private static func text(_ random: inout SeededGenerator) -> String {
        // Its spelling has four digits.
        guard Int.random(in: 0..<200, using: &random) > 0 else { return "\u{1}" }
        return texts[Int.random(in: 0..<texts.count, using: &random)]
    }

    private static func maybe<Value>(_ random: inout SeededGenerator, _ value: (inout SeededGenerator) -> Value)
        -> Value?
    {
        Bool.random(using: &random) ? value(&random) : nil
    }

    private static func many<Value>(_ random: inout SeededGenerator, _ value: (inout SeededGenerator) -> Value)
        -> [Value]
    {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in value(&random) }
    }

    private static func id<ID: Identifier>(_ random: inout SeededGenerator) -> ID {
        ID(UniqueID.random { random.bytes($0) })
    }

    private static func digest(_ random: inout SeededGenerator) -> SHA256Digest {
        SHA256Hasher.digest(of: random.bytes(8))
    }

    private static func time(_ random: inout SeededGenerator) -> Timestamp {
        Timestamp(microseconds: Int64.random(in: -9_999_999_999_999_999...9_999_999_999_999_999, using: &random))
    }

    private static func address(_ random: inout SeededGenerator) -> EmailAddress {
        EmailAddress(name: maybe(&random, text), address: text(&random))
    }

    private static func keywords(_ random: inout SeededGenerator) -> KeywordSet {
        let all: [Keyword] =
            [.seen, .flagged, .draft, .answered] + ["ärger", "Work", "two words"].compactMap { try? Keyword($0) }
        return KeywordSet(many(&random) { all[Int.random(in: 0..<all.count, using: &$0)] })
    }

    private static func copy(_ random: inout SeededGenerator) -> MessageCopy {
        MessageCopy(
            number: Int.random(in: 0...1_000_000, using: &random), folder: id(&random), source: text(&random),
            raw: digest(&random), flags: text(&random), fromLine: maybe(&random, text), maildir: maybe(&random, text))
    }

    private static func headers(_ random: inout SeededGenerator) -> MessageHeaders {
        var headers = MessageHeaders()
        headers.messageID = maybe(&random, text)
        headers.inReplyTo = many(&random, text)
        headers.references = many(&random, text)
        headers.subject = maybe(&random, text)
        headers.from = many(&random, address)
        headers.sender = many(&random, address)
        headers.replyTo = many(&random, address)
        headers.to = many(&random, address)
        headers.cc = many(&random, address)
        headers.bcc = many(&random, address)
        headers.date = maybe(&random, time)
        headers.listID = maybe(&random, text)
        headers.contentType = maybe(&random, text)
        return headers
    }

    private static func attachment(_ random: inout SeededGenerator) -> AttachmentSummary {
        AttachmentSummary(
            part: text(&random), fileName: maybe(&random, text), mimeType: text(&random),
            size: Int64.random(in: 0...(1 << 40), using: &random), isInline: Bool.random(using: &random),
            contentID: maybe(&random, text))
    }

    private static func added(_ random: inout SeededGenerator) -> MessageAdded {
        MessageAdded(
            id: id(&random), account: id(&random), copy: copy(&random), headers: headers(&random),
            attachments: many(&random, attachment), snippet: text(&random), keywords: keywords(&random),
            receivedAt: time(&random), identity: digest(&random), size: Int64.random(in: 0...9_999_999, using: &random),
            parser: 3, lacksBody: maybe(&random) { Bool.random(using: &$0) },
            external: maybe(&random) { ExternalIDs(id: maybe(&$0, text), thread: maybe(&$0, text), draft: nil) })
    }

    private static func marked(_ random: inout SeededGenerator) -> MessageMarked {
        MessageMarked(message: id(&random), keywords: KeywordChange(from: keywords(&random), to: keywords(&random)))
    }

    private static func moved(_ random: inout SeededGenerator) -> MessageMoved {
        MessageMoved(
            message: id(&random),
            copies: many(&random) { random in
                .init(
                    copy: Int.random(in: 1...9, using: &random),
                    folder: Change(old: id(&random), new: id(&random)))
            })
    }

    /// Values are compared by their JSON: two addresses are equal where their names are not.
    private func holds<E: Event & CanonicalJSONCodable>(
        _ make: (inout SeededGenerator) -> E, _ random: inout SeededGenerator
    ) throws {
        let encoder = JSONBytesEncoder()
        var wereRead = 0
        for _ in 0..<300 {
            let event = make(&random)
            let payload = try encoder.encode(event)
            #expect(try event.encodedPayload() == payload)
            let general = try JSONBytesDecoder().decode(E.self, from: payload)
            #expect(try encoder.encode(general) == payload)
            #expect(try encoder.encode(E.read(from: payload)) == payload)
            if let read = CanonicalJSONReader.read(E.self, from: payload) {
                wereRead += 1
                #expect(try encoder.encode(read) == payload)
            } else {
                #expect(payload.contains(Array("\\u".utf8)), "only characters with such a spelling are left out")
            }
            for _ in 0..<20 { try expectNothingElse(E.self, damaged(payload, &random)) }
        }
        #expect(wereRead > 50)
    }

    /// What the general decoder refuses is not read, and what it reads is read alike or not at all.
    private func expectNothingElse<E: Event & CanonicalJSONCodable>(_ type: E.Type, _ bytes: [UInt8]) throws {
        guard let read = CanonicalJSONReader.read(E.self, from: bytes) else { return }
        let general = try? JSONBytesDecoder().decode(E.self, from: bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        let encoder = JSONBytesEncoder()
        #expect(try general.map { try encoder.encode($0) } == encoder.encode(read), "\(text)")
    }

    private func damaged(_ payload: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = payload
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(bytes[index], at: index)
        case 2: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 3: bytes.removeLast(index)
        case 4:
            let signs = Array(#"{}[]",:\ 0-n"#.utf8)
            bytes[index] = signs[Int.random(in: 0..<signs.count, using: &random)]
        default: bytes.insert(contentsOf: bytes[index...].prefix(20), at: index)
        }
        return bytes
    }

    @Test func `a message that was added`() throws {
        var random = SeededGenerator(for: "canonical message-added")
        try holds(Self.added, &random)
    }

    @Test func `a message that was marked`() throws {
        var random = SeededGenerator(for: "canonical message-marked")
        try holds(Self.marked, &random)
    }

    @Test func `a message that was moved`() throws {
        var random = SeededGenerator(for: "canonical message-moved")
        try holds(Self.moved, &random)
    }

    @Test func `another spelling is left to the general decoder, with its errors`() throws {
        var random = SeededGenerator(for: "spellings")
        let event = Self.marked(&random)
        let payload = try JSONBytesEncoder().encode(event)
        let pretty = try JSONBytesEncoder(.init(pretty: true)).encode(event)
        #expect(CanonicalJSONReader.read(MessageMarked.self, from: pretty) == nil)
        #expect(try MessageMarked.read(from: pretty) == event)
        let further = payload.dropLast() + Array(#","unknown":[1]}"#.utf8)
        #expect(CanonicalJSONReader.read(MessageMarked.self, from: Array(further)) == nil)
        #expect(try MessageMarked.read(from: Array(further)) == event)
        #expect(throws: DecodingError.self) { try MessageMarked.read(from: Array(payload.dropLast())) }
        #expect(throws: DecodingError.self) { try MessageMarked.read(from: []) }
    }
}
