import Cryptography
import EventLog
import Mail
import Mailboxes
import Testing

@testable import ImportExport
import MailLedger

@Suite struct `Matching files with copies` {
    private let message = MessageID(UniqueID.random { Array(repeating: 7, count: $0) })

    private func raw(_ text: String) -> SHA256Digest { SHA256Hasher.digest(of: Array(text.utf8)) }

    private func matching(_ copies: [(String, String)], _ files: [(String, String)]) -> FileMatching {
        var matching = FileMatching(
            copies: copies.map { .init(source: $0.0, raw: raw($0.1), message: message, number: 2) },
            sources: files.map(\.0),
            withoutUID: MaildirUniqueName.withoutUID)
        var digests: [Int: SHA256Digest] = [:]
        for index in matching.unmatchedFiles { digests[index] = raw(files[index].1) }
        matching.match(digests: digests, withoutUID: MaildirUniqueName.withoutUID)
        return matching
    }

    @Test func `goes by the name, then by the name without a UID, then by the bytes`() {
        let found = matching(
            [("1", "a"), ("2", "b"), ("Work/3,U=4", "c"), ("4", "d")],
            [("2,U=9", "other"), ("1", "a"), ("3,U=1", "c"), ("5", "e")])
        #expect(found.files == [0: 1, 1: 0, 2: 2])
        #expect(found.unmatchedCopies == [3] && found.unmatchedFiles == [3])
    }

    @Test func `prefers the same name among equal bytes, and gives no file to two copies`() {
        let found = matching([("A/1", "x"), ("A/2", "x")], [("B/2", "x"), ("B/1", "x")])
        #expect(found.files == [0: 1, 1: 0])
        let fewer = matching([("A/1", "x"), ("A/2", "x")], [("B/9", "x")])
        #expect(fewer.files == [0: 0] && fewer.unmatchedCopies == [1])
        let uids = matching([("1,U=1", "x"), ("1,U=2", "y")], [("1,U=3", "y")])
        #expect(uids.files == [1: 0] && uids.unmatchedCopies == [0])
    }

    @Test func `gives a copy without a name the file alone that was named for it`() {
        let own = MaildirUniqueName.made(received: 1_700_000_000_000_000, id: message.description, copy: 2) + "-17"
        let further = MaildirUniqueName.made(received: 0, id: message.description, copy: 3)
        let other = MaildirUniqueName.made(
            received: 0, id: MessageID(UniqueID.random { Array(repeating: 8, count: $0) }).description, copy: 2)
        let found = matching([("", "x")], [("A/1.x.host", "x"), (further, "x"), (other, "x"), ("A/\(own),U=3", "x")])
        #expect(found.files == [0: 3] && found.unmatchedFiles == [0, 1, 2])
        #expect(matching([("", "x")], [(own, "y")]).files.isEmpty, "another program wrote to it")
        #expect(matching([("", "x")], [("1.x.host", "x")]).files.isEmpty)
    }
}
