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

    /// Matches files that share names, each given by its name, its bytes and its flags; nil for what cannot be read.
    private func shared(_ copies: [(String, String, String)], _ files: [(String, String?, String)]) -> FileMatching {
        let copies = copies.map {
            FileMatching.Copy(source: $0.0, raw: raw($0.1), message: message, number: 2, flags: $0.2)
        }
        let sources = files.map(\.0)
        return FileMatching(
            copies: copies, sources: sources, flags: { files[$0].2 }, withoutUID: MaildirUniqueName.withoutUID
        ) { sharing in
            var digests: [Int: SHA256Digest] = [:]
            for index in sharing { digests[index] = files[index].1.map(raw) }
            return digests
        }
    }

    @Test(.timeLimit(.minutes(1))) func `takes no longer for each file if all names are shared`() {
        let count = 20_000
        let digest = raw("a")
        let copies = (0..<count).map {
            FileMatching.Copy(source: "\($0)", raw: digest, message: message, number: 2, flags: "S")
        }
        let sources = (0..<2 * count).map { "\($0 / 2)" }
        let found = FileMatching(
            copies: copies, sources: sources, flags: { _ in "S" }, withoutUID: MaildirUniqueName.withoutUID
        ) { sharing in Dictionary(uniqueKeysWithValues: sharing.map { ($0, digest) }) }
        #expect(found.files.count == count && found.twins.count == count && found.twinned.count == 2 * count)
    }

    @Test func `goes by the bytes where a name is not one file's or not one copy's`() {
        let two = shared([("1", "a", "F"), ("1", "b", "S")], [("1", "b", "S"), ("1", "a", "F"), ("2", "c", "")])
        #expect(two.files == [0: 1, 1: 0] && two.unmatchedFiles == [2] && two.twins.isEmpty)
        let rest = shared([("1", "a", ""), ("1", "b", "")], [("1", "b", "")])
        #expect(rest.files == [1: 0] && rest.unmatchedCopies == [0], "the other one's file is gone")
        let new = shared([("1", "a", "")], [("1", "b", ""), ("1", "a", "S")])
        #expect(new.files == [0: 1] && new.unmatchedFiles == [0])
        let other = shared([("1", "a", "")], [("1", "b", ""), ("1", "c", "")])
        #expect(other.files.isEmpty && other.unmatchedCopies == [0] && other.unmatchedFiles == [0, 1])
        let closed = shared([("1", "a", "")], [("1", "b", ""), ("1", nil, "")])
        #expect(closed.files == [0: 1] && closed.unmatchedFiles == [0], "what cannot be read is not gone")
    }

    @Test func `of files with one name and the same bytes takes one, that with the known flags first`() {
        let known = shared([("1", "a", "S")], [("1", "a", ""), ("1", "a", "S")])
        #expect(known.files == [0: 1] && known.twins == [0] && known.unmatchedFiles.isEmpty)
        #expect(known.twinned == [0, 1])
        let unknown = shared([], [("1", "a", ""), ("1", "b", ""), ("1", "a", "S")])
        #expect(unknown.twins == [2] && unknown.unmatchedFiles == [0, 1] && unknown.twinned == [0, 2])
        let none = shared([("1", "a", "S"), ("2", "b", "")], [("1", "x", ""), ("2", "b", "")])
        #expect(none.files == [0: 0, 1: 1], "the bytes behind a name of one file are not read")
    }

    @Test func `goes by the bytes where other mail had the name before`() {
        func found(_ bytes: String, reused: Set<String>) -> FileMatching {
            FileMatching(
                copies: [.init(source: "1", raw: raw("a"), message: message, number: 1)], sources: ["1"],
                withoutUID: MaildirUniqueName.withoutUID, reused: reused
            ) { _ in [0: raw(bytes)] }
        }
        let other = found("b", reused: ["1"])
        #expect(other.files.isEmpty && other.unmatchedCopies == [0] && other.unmatchedFiles == [0])
        #expect(found("a", reused: ["1"]).files == [0: 0])
        #expect(found("b", reused: ["2"]).files == [0: 0], "its bytes are not read")
    }

    @Test func `takes equal files in two directories of one folder for twins`() {
        let copies = [FileMatching.Copy(source: "B&APw-ro/1", raw: raw("a"), message: message, number: 1)]
        func found(_ copies: [FileMatching.Copy], _ bytes: String) -> FileMatching {
            var found = FileMatching(
                copies: copies, sources: ["Büro/1", "B&APw-ro/1", "B&APw-ro/2"],
                withoutUID: MaildirUniqueName.withoutUID)
            found.settleTwins(among: [[0, 1]], digests: [0: raw(bytes), 1: raw("a")])
            return found
        }
        let known = found(copies, "a")
        #expect(known.files == [0: 1] && known.twins == [0] && known.twinned == [0, 1])
        #expect(known.unmatchedFiles == [2])
        let new = found([], "a")
        #expect(new.twins == [1] && new.twinned == [0, 1] && new.unmatchedFiles == [0, 2])
        let other = found(copies, "b")
        #expect(other.twins.isEmpty && other.twinned.isEmpty && other.unmatchedFiles == [0, 2])
        // Each was taken in as a copy of its own.
        let first = FileMatching.Copy(source: "Büro/1", raw: raw("a"), message: message, number: 2)
        let both = found([first] + copies, "a")
        #expect(both.files == [0: 0, 1: 1] && both.twins.isEmpty && both.twinned.isEmpty)
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
