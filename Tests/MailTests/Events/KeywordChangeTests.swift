import EventLog
import JSONCoding
import Mail
import TestSupport
import Testing

@Suite struct `A change of keywords` {
    private static let words = [
        "$seen", "$flagged", "$draft", "work", "Work", "WORK", "tax 2025", "zebra", "Ärger", "ärger",
    ]

    private static func random(_ random: inout SeededGenerator) -> KeywordSet {
        KeywordSet(
            words.filter { _ in Bool.random(using: &random) }.shuffled(using: &random).compactMap { try? Keyword($0) })
    }

    private static func texts(_ keywords: KeywordSet?) -> [String]? { keywords?.map(\.text) }

    @Test func `leads from any set to any other one and back, in the spelling of each`() {
        var random = SeededGenerator(for: "changes of keywords")
        for _ in 0..<2_000 {
            let (old, new) = (Self.random(&random), Self.random(&random))
            let change = KeywordChange(from: old, to: new)
            #expect(Self.texts(change.applied(to: old)) == Self.texts(new))
            #expect(Self.texts(change.takenBack(from: new)) == Self.texts(old))
            for word in [Keyword.seen, .flagged, .draft] {
                #expect(change.sets(word) ?? old.contains(word) == new.contains(word))
            }
        }
    }

    @Test func `is taken back where others came and went since, and not where one of its own did`() throws {
        let (work, tax) = (try Keyword("Work"), try Keyword("tax"))
        let change = KeywordChange(removed: [work], added: [.seen])
        #expect(change.takenBack(from: [.seen, .flagged, tax]) == [work, .flagged, tax])
        #expect(change.takenBack(from: [.flagged]) == nil)
        #expect(change.takenBack(from: [.seen, try Keyword("work")]) == nil)
    }

    /// The stored form of version 1.
    private static func version1(_ message: MessageID, _ old: KeywordSet, _ new: KeywordSet) throws -> [UInt8] {
        let (old, new) = (try JSONBytesEncoder().encode(old), try JSONBytesEncoder().encode(new))
        return Array(#"{"message":"\#(message)","keywords":{"old":"#.utf8) + old + Array(#","new":"#.utf8) + new
            + Array("}}".utf8)
    }

    private static let message = MessageID(UniqueID.random { Array(repeating: 7, count: $0) })

    @Test func `of version 1 is read alike at once and step by step`() throws {
        var random = SeededGenerator(for: "marks of version 1")
        let type = EventType("mail.message-marked", schema: 1)
        for _ in 0..<500 {
            let (old, new) = (Self.random(&random), Self.random(&random))
            let payload = try Self.version1(Self.message, old, new)
            let read = try MailCatalogue.catalogue.decode(payload, type: type, at: Position(1))
            let forms = try MailCatalogue.catalogue.formsOfToday(payload, type: type, at: Position(1))
            #expect(forms.map(\.type) == [MessageMarked.type])
            let stepped = try forms.map { try MessageMarked.read(from: JSONBytesEncoder().encode($0.payload)) }
            #expect(read as? [MessageMarked] == stepped)
            #expect(Self.texts(stepped.first?.keywords.applied(to: old)) == Self.texts(new))
        }
    }

    @Test func `of one more label takes the bytes of that label, however many there are`() throws {
        var keywords: KeywordSet = [.seen]
        var (size, before) = (0, 0)
        for number in 1...200 {
            let more = keywords.union([try Keyword("label number \(number)")])
            let marked = MessageMarked(message: Self.message, keywords: KeywordChange(from: keywords, to: more))
            let payload = try marked.encodedPayload()
            #expect(payload.count <= 95, "\(String(decoding: payload, as: UTF8.self))")
            size += payload.count
            before += try Self.version1(Self.message, keywords, more).count
            keywords = more
        }
        #expect(size < 19_000 && before > 700_000, "\(size) bytes; version 1 took \(before)")
    }

    /// A mark of every kind among the flags: those of version 1 are longer, but where nothing stays and one takes another's place.
    @Test func `of flags alone is no larger than in version 1, or by 6 bytes`() throws {
        let flags: [Keyword] = [.seen, .flagged, .answered, .draft, .forwarded]
        let sets = (0..<32).map { bits in KeywordSet(flags.indices.filter { bits >> $0 & 1 == 1 }.map { flags[$0] }) }
        for old in sets {
            for new in sets where new != old {
                let marked = MessageMarked(message: Self.message, keywords: KeywordChange(from: old, to: new))
                let (size, before) = (
                    try marked.encodedPayload().count, try Self.version1(Self.message, old, new).count
                )
                let isExchange = !old.isEmpty && !new.isEmpty && old.isDisjoint(with: new)
                #expect(isExchange ? size == before + 6 : size < before, "\(old) → \(new): \(before) → \(size)")
            }
        }
    }
}
