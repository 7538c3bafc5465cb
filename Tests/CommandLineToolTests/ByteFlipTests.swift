import Foundation
import TestSupport
import Testing

/// What Docs/Reliability.md says of bytes that flip.
@Suite(.enabled("sqlite3 is not installed") { areInstalled("sqlite3") })
struct ByteFlipTests {
    /// What a database holds, whatever its pages are like; nil for another file.
    private func content(of path: String) throws -> String? {
        guard path.hasSuffix(".sqlite") else { return nil }
        return try shell("sqlite3 'file:\(path)?immutable=1' .dump", environment: [:]).text
    }

    /// What a log holds but for which views are live: where that is spoiled they are built anew.
    private func withoutLiveViews(_ dump: String?) -> [Substring]? {
        dump?.split(separator: "\n").filter { !$0.hasPrefix("INSERT INTO views ") }
    }

    /// Every event, and every content as it is read.
    private func exported(from ledger: ToolLedger) throws -> String {
        try ledger.succeed("export", "--events", "--content").text
    }

    @Test(arguments: [
        ("log.sqlite", 16), ("content.sqlite", 8), ("views", 6), ("views/past", 6), ("keys/signing.key", 6),
    ])
    func `a flipped byte is told, or changes nothing that anything is read from`(name: String, count: Int) throws {
        var generator = SeededGenerator()
        let ledger = try DemoLedger.make()
        let isPast = name == "views/past"
        func past() throws -> String? { try isPast ? ledger.succeed("messages", "--at", "tx:5").text : nil }
        let answer = try past()
        try ledger.succeed("verify", "--content", "--views")
        let file = try #require(filesBelow(ledger.path).sorted().first { $0.hasPrefix(name) && !$0.hasSuffix(".lock") })
        let path = ledger.path + "/" + file
        let whole = try Data(contentsOf: URL(filePath: path))
        let before = try content(of: path)
        let contents = try exported(from: ledger)
        var told = 0
        for _ in 0..<count {
            let offset = Int.random(in: 0..<whole.count, using: &generator)
            var bytes = whole
            bytes[offset] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
            try bytes.write(to: URL(filePath: path))
            let result = try ledger.run("verify", "--content", "--views")
            if result.exitCode == 0 {
                let after = try content(of: path)
                let isSame = before != nil && after == before
                // Bits that zstd does not look at may turn in what is compressed: what it gives has to be the same then.
                let mayDiffer =
                    name == "content.sqlite" || isPast
                    || name == "log.sqlite" && withoutLiveViews(after) == withoutLiveViews(before)
                #expect(
                    try isSame || mayDiffer && exported(from: ledger) == contents,
                    "\(file), byte \(offset)")
                // One that says of itself that it is of other rules is not used.
                #expect(try past() == answer, "\(file), byte \(offset)")
            } else {
                #expect([1, 6, 74].contains(result.exitCode), "\(file), byte \(offset): \(result.errorText)")
                told += 1
            }
            for suffix in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
                try FileManager.default.removeItem(atPath: path + suffix)
            }
        }
        try whole.write(to: URL(filePath: path))
        try ledger.succeed("verify", "--content", "--views")
        #expect(before != nil || told == count)
    }
}
