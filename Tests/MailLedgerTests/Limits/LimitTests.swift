import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// The sizes that Docs/Limits.md states: the suite tries a part of each, `make soak` all of it.
///
/// Work is measured as processor time of one thread, and held against the same work in a small ledger.
@Suite(.serialized) struct `A ledger at its limits` {
    private static let account = "ada@example.org"

    /// The times of the first and of the last steps of something that grows.
    private struct Growth: CustomStringConvertible {
        var first: Double
        var last: Double

        var description: String { "\(Self.text(first)) first, \(Self.text(last)) last" }

        private static func text(_ seconds: Double) -> String { "\(Int(seconds * 1_000_000)) µs" }

        /// Whether the last step takes no more than the first one, but for the depth of trees and a noisy machine.
        var isFlat: Bool { last < first * 4 + 0.000_5 }
    }

    /// The time of one of `count` steps.
    private func time(of count: Int, _ step: (Int) throws -> Void) rethrows -> Double {
        try ThreadClock.seconds { for number in 0..<count { try step(number) } } / Double(count)
    }

    private func sample() throws -> SampleLedger {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        return sample
    }

    @Test(.requirement(222)) func `has 50,000 folders, and the last one is added and found like the first`() throws {
        let sample = try sample()
        let count = Soak.size(50_000, inSuite: 3_000)
        // Some at the top, and some in a tree.
        func paths(_ range: Range<Int>) throws -> [AddFoldersRequest.NewFolder] {
            range.map { AddFoldersRequest.NewFolder(path: $0 % 2 == 0 ? "f\($0)" : "Archive/f\($0)") }
        }
        func add(_ number: Int) throws { try sample.addFolder("Archive/single \(number)", to: Self.account) }
        func find(_ number: Int) throws {
            _ = try sample.ledger.read { try $0.folder("Archive/single \(number)", inAccountNamed: Self.account) }
        }
        func rename(_ number: Int) throws {
            _ = try sample.ledger.renameFolder(
                "Archive/single \(number)", to: "named \(number)", in: Self.account,
                context: sample.ledger.context(command: "folder rename"))
        }
        let context = sample.ledger.context(command: "folder add")
        _ = try sample.ledger.addFolders(try paths(0..<100), to: Self.account, context: context)
        var (adding, finding) = (Growth(first: try time(of: 20, add), last: 0), Growth(first: 0, last: 0))
        finding.first = try time(of: 20, find)
        var renaming = Growth(first: try time(of: 20, rename), last: 0)
        for start in stride(from: 100, to: count, by: 1_000) {
            let batch = try paths(start..<min(start + 1_000, count))
            try sample.ledger.addFolders(batch, to: Self.account, context: context)
        }
        adding.last = try time(of: 20) { try add($0 + 100) }
        finding.last = try time(of: 20) { try find($0 + 100) }
        renaming.last = try time(of: 20) { try rename($0 + 100) }
        let folders = try sample.ledger.read { try $0.folders() }
        #expect(folders.count == count + 40 + AddAccount.roles.count)
        #expect(throws: DomainError.alreadyExists(kind: "folder", name: "f8")) {
            try sample.addFolder("f8", to: Self.account)
        }
        print("\(count) folders: adding \(adding), finding \(finding), renaming \(renaming)")
        #expect(adding.isFlat, "adding: \(adding)")
        #expect(finding.isFlat, "finding: \(finding)")
        #expect(renaming.isFlat, "renaming: \(renaming)")
    }

    @Test func `has folders 1,000 deep with names of 255 bytes`() throws {
        let sample = try sample()
        let depth = Soak.size(1_000, inSuite: 100)
        let name = String(repeating: "ä", count: 127) + "n"
        var path = ""
        var folders: [AddFoldersRequest.NewFolder] = []
        for _ in 0..<depth {
            path += path.isEmpty ? name : "/\(name)"
            folders.append(AddFoldersRequest.NewFolder(path: path))
        }
        try sample.ledger.addFolders(
            folders, to: Self.account, context: sample.ledger.context(command: "folder add"))
        let found = try sample.ledger.read { [path] in try $0.folder(path, inAccountNamed: Self.account) }
        #expect(found.depth == depth - 1 && found.name == name)
        #expect(throws: ValueError.self) { try FolderName(name + "x") }
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test func `has a thread of 70,000 messages, and the next one is filed soon`() throws {
        let sample = try sample()
        let count = Soak.size(70_000, inSuite: 2_000)
        // Half of them answer the first one, half the one before.
        func letter(_ number: Int) -> Letter {
            let above = number == 0 ? [] : number % 2 == 0 ? ["n0"] : ["n0", "n\(number - 1)"]
            return Letter("n\(number)", day: 1 + number % 28, answers: above, subject: "All of it")
        }
        func save(_ numbers: Range<Int>) throws { try sample.save(numbers.map(letter), account: Self.account) }
        try save(0..<100)
        var adding = Growth(first: try time(of: 20) { try save(100 + $0..<101 + $0) }, last: 0)
        let filter = try MessageFilter.thread(prefix: sample.messages()[0].id.description)
        func page(_: Int) throws {
            let rows = try sample.ledger.read { try $0.messages(matching: filter, order: .newestFirst, limit: 50) }
            #expect(rows.count == 50)
        }
        var paging = Growth(first: try time(of: 10, page), last: 0)
        for start in stride(from: 120, to: count, by: 1_000) { try save(start..<min(start + 1_000, count)) }
        adding.last = try time(of: 20) { try save(count + $0..<count + 1 + $0) }
        paging.last = try time(of: 10, page)
        let threads = try sample.ledger.read { try $0.threads(limit: 10) }
        #expect(threads.count == 1 && threads[0].messageCount == count + 20)
        print("a thread of \(count) messages: filing one \(adding), a page of it \(paging)")
        // What is told of a thread as a whole is worked out anew, once a transaction: some microseconds a message.
        #expect(adding.last < adding.first * 4 + Double(count) * 0.000_01, "filing: \(adding)")
        #expect(paging.isFlat, "a page: \(paging)")
    }
}
