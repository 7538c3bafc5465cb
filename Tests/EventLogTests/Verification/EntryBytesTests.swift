import Cryptography
import EventLog
import FoundationEssentials
import SQLiteDatabase
import TestSupport
import Testing

/// The bytes of an entry as its documentation has them, computed without this program's own code.
struct EntryBytesTests {
    /// A log with everything given: the third event is hashed below.
    private func makeLog(in folder: LogFolder) throws -> SQLiteLogStore {
        let clock = TestClock()
        let store = try folder.create(.fixed(clock))
        let operation = try #require(OperationID("00000000-0000-4000-8000-000000000001"))
        let context = OperationContext(
            operation: operation, command: "note", actor: "ada", osUser: "ada", host: "h", program: "p/1")
        _ = try store.append(ProposedTransaction([.added("account", account: .own)], context: context))
        clock.set(1_700_000_000_000_007)
        _ = try store.append(
            ProposedTransaction(
                [.added("a", account: .stream(.at(1))), .edited(.started(0), "b", account: .stream(.at(1)))],
                context: context))
        return store
    }

    @Test func `the entry and the root of a given log are frozen`() throws {
        let folder = try LogFolder()
        let store = try makeLog(in: folder)
        #expect(store.identity.id.description == "01020304-0506-4708-890a-0b0c0d0e0f10")
        // printf '\0mailledger/1\n…\n' | openssl dgst -sha256
        let entry = """
            mailledger/1
            01020304-0506-4708-890a-0b0c0d0e0f10
            3
            1
            2
            2
            test.note-edited/1
            1700000000000007
            2
            HEADER
            PAYLOAD

            """
        let columns = try Columns(of: 3, in: folder)
        #expect(
            columns.entry(ledger: store.identity.id.description)
                == entry.replacing("HEADER", with: Self.header).replacing("PAYLOAD", with: Self.payload))
        #expect(try store.leaf(at: Position(3))?.hex == Self.leaf)
        #expect(try store.root(at: Position(3)).hex == Self.root)
    }

    // Computed with Python's hashlib from the documentation alone.
    private static let header = "f67d4c610f823d9e3ad2d1db40fd5d98de3d83d9688cc18d25dd600ed6d22702"
    private static let payload = "17897f4fcfbf5d08ff9a6b43d341e82c8e86c85eac9f04b2757d87819b21c521"
    private static let leaf = "e7cbd75d30a55bb2d2ddedd0702f4198955f0d3191b36b6b702f72579f797d73"
    private static let root = "ddc3d0a5a1597f9cb23b320bcecbc090b5ea267f817f35853505817ab0aeefe0"

    @Test(.enabled("openssl is not installed") { areInstalled("openssl") })
    func `openssl computes the digests, leaves and root from the plain columns`() throws {
        let folder = try LogFolder()
        let store = try makeLog(in: folder)
        var leaves: [[UInt8]] = []
        for position in 1...Int64(3) {
            let columns = try Columns(of: position, in: folder)
            #expect(try sha256(columns.salt + columns.payload, in: folder).hex == columns.digest.hex)
            #expect(
                try sha256(columns.transactionSalt + columns.header, in: folder).hex == columns.transactionDigest.hex)
            let leaf = try sha256([0] + Array(columns.entry(ledger: store.identity.id.description).utf8), in: folder)
            #expect(try store.leaf(at: Position(position))?.bytes == leaf)
            #expect(try store.recordedLeaf(at: Position(position))?.bytes == leaf)
            leaves.append(leaf)
        }
        let left = try sha256([1] + leaves[0] + leaves[1], in: folder)
        #expect(try store.root(at: Position(2)).bytes == left)
        #expect(try store.root(at: Position(3)).bytes == sha256([1] + left + leaves[2], in: folder))
        #expect(try store.root(at: Position(1)).bytes == leaves[0])
    }

    private func sha256(_ bytes: [UInt8], in folder: LogFolder) throws -> [UInt8] {
        let (source, target) = (folder.path + "/source", folder.path + "/digest")
        try Data(bytes).write(to: URL(filePath: source))
        let output = try shell("openssl dgst -sha256 -binary -out '\(target)' '\(source)'", environment: [:])
        #expect(output.status == 0, "\(output.text)")
        return Array(try Data(contentsOf: URL(filePath: target)))
    }

    /// What the tables say of one event, read as anybody would read it.
    private struct Columns {
        let salt, payload, digest, transactionSalt, header, transactionDigest: [UInt8]
        private let lines: [String]

        init(of position: Int64, in folder: LogFolder) throws {
            let row = try folder.raw().first(
                """
                SELECT e.salt, e.payload, e.digest, t.salt, t.header, t.digest, e.account, e.stream, e.version,
                    e.type || '/' || e."schema", t.recorded_at, t.number, e.position
                FROM events e JOIN transactions t ON t.number = e."transaction" WHERE e.position = \(bind: position)
                """
            ) { row in
                try ((0..<6).map { _ in try row.next([UInt8].self) }, (6..<13).map { _ in try row.next(String.self) })
            }
            let (blobs, texts) = try #require(row)
            salt = blobs[0]
            payload = blobs[1]
            digest = blobs[2]
            transactionSalt = blobs[3]
            header = blobs[4]
            transactionDigest = blobs[5]
            lines = [texts[6]] + texts[..<6] + [transactionDigest.hex, digest.hex]
        }

        func entry(ledger: String) -> String {
            (["mailledger/1", ledger] + lines).map { $0 + "\n" }.joined()
        }
    }
}
