import Content
import Cryptography
import EventLog
import Mail
import MailLedger
import Mailboxes
import Testing

/// What walks over contents asks an engine that may be across a network: one question for hundreds of them.
@Suite struct `Contents that are walked` {
    private static let count = 1_000
    private static let account = "ada@example.org"

    private let scratch: ScratchFolder
    private let contents = CountedContents()
    private let ledger: Ledger
    private let importing: [CountedContents.Call: Int]

    init() throws {
        scratch = try ScratchFolder()
        // Mail that has waited for a second is recorded at once: on a busy machine that makes more batches.
        var environment = LedgerEnvironment.current()
        environment.isReproducible = true
        let ledger = try Ledger.create(at: MemoryPlace(contents: contents.place), environment: environment)
        _ = try ledger.addAccount(
            AddAccount(address: Self.account), context: ledger.context(command: "account add"))
        var mbox: [UInt8] = []
        for number in 0..<Self.count {
            mbox += Array(
                """
                From ada@example.org Tue Nov 24 10:00:00 2026
                From: Ada <ada@example.org>
                To: grace@example.org
                Subject: number \(number)
                Message-ID: <\(number)@example.org>
                Date: Tue, 24 Nov 2026 10:00:00 +0000

                The body of number \(number).


                """.utf8)
        }
        let path = try scratch.write("mail.mbox", mbox)
        importing = try contents.counting {
            let report = try Importer(
                into: ledger, account: Self.account, options: ImportOptions(folder: "INBOX"),
                context: ledger.context(command: "import")
            ).run([path])
            try #require(report.added == Self.count)
        }.calls
        self.ledger = ledger
    }

    /// Checks that what runs asks for all contents some hundreds at a time, and for no more of them than memory is to hold.
    private func expectFew(_ most: Int, _ name: String, loads: Bool = true, _ body: () throws -> Void) rethrows {
        let (calls, loaded) = try contents.counting(body)
        let asked = [.find, .load, .page, .pieces].reduce(0) { $0 + (calls[$1] ?? 0) }
        #expect(asked > 0 && asked <= most, "\(name): \(calls)")
        #expect(loads == (loaded.count > 0) && loaded.count <= 128 && loaded.bytes <= 8 << 20, "\(name): \(loaded)")
    }

    @Test func `are asked for in hundreds, whatever walks them`() throws {
        let options = { ExportOptions(format: $0, overwriting: false) }
        // 1,000 contents in groups of 128: eight questions for their sizes and eight for their bytes.
        for format in [MailboxFormat.mboxrd, .eml, .maildirPlusPlus] {
            let target: ExportTarget =
                format == .mboxrd
                ? .file("\(scratch.path)/out.mbox") : .folder("\(scratch.path)/out-\(format)")
            try expectFew(20, "export \(format)") {
                let report = try MailboxExporter(of: ledger, options: options(format)).run(to: target)
                #expect(report.copies == Self.count)
            }
        }
        try expectFew(20, "export lines") {
            let report = try LineExporter(of: ledger, options: options(.mboxrd), withContents: true)
                .run(to: .file("\(scratch.path)/out.jsonl")) { _ in Array("{}".utf8) }
            #expect(report.bytes > 0)
        }
        try expectFew(20, "verify") {
            var count = 0
            try ledger.maintenance.verifyContent { finding in
                if case .sound = finding { count += 1 }
                return true
            }
            #expect(count == Self.count)
        }
        try expectFew(20, "index") { try ledger.maintenance.rebuildSearch() }
        try expectFew(20, "copy") {
            let report = try ContentStore(at: ContentMemory().place).copyContents(from: ledger.content)
            #expect(report.copied == Self.count)
        }
        try expectFew(4, "missing", loads: false) {
            let missing = try ledger.maintenance.missingContent()
            #expect(missing == [])
        }
        try expectFew(8, "collection", loads: false) {
            let collection = try ledger.maintenance.collectContent(dryRun: true)
            #expect(collection.contents == 0)
        }
        try expectFew(20, "texts") {
            var count = 0
            try ledger.maintenance.forEachIndexedText { _ in count += 1 }
            #expect(count == Self.count)
        }
    }

    @Test func `are asked for in hundreds before they are stored`() {
        #expect(importing[.insert] == Self.count)
        let batches = importing[.batch] ?? 0
        #expect(batches > 0 && batches <= 20, "\(batches) batches")
        #expect((importing[.find] ?? 0) <= 3 * batches, "\(importing)")
    }

    @Test func `are as many at a time as memory holds`() throws {
        let store = ContentStore(at: contents.place)
        // 1 MiB each, and next to nothing as it is stored.
        let digests = try store.batch { batch in
            try (0..<40).map { try batch.put(bytes: [UInt8](repeating: UInt8($0), count: 1 << 20)) }
        }
        try expectFew(20, "large ones") {
            var ahead = ContentsAhead(digests, of: store)
            for digest in digests {
                let size = try ahead.read(digest).size
                #expect(size == 1 << 20)
            }
        }
        try expectFew(40, "verification") { try store.verify { _ in true } }
    }
}
