import Cryptography
import EventLog
import Foundation
import Mail
import MailLedger
import Testing

@Suite struct `A cursor` {
    private let sample: SampleLedger
    private var ledger: Ledger { sample.ledger }

    init() throws {
        sample = try SampleLedger(.disk)
        try sample.addAccount("ada@example.org")
        try sample.addAccount("grace@example.org")
    }

    private func directory() throws -> String { try #require(sample.location).directory + "/cursors" }

    private func store(_ name: String, at position: Int64) throws {
        let cursor = try ledger.cursors.open(name)
        try ledger.cursors.advance(cursor, to: Position(position))
    }

    @Test func `is a small file for its owner, with the place and the leaf there`() throws {
        try store("indexer", at: 7)
        let manager = FileManager.default
        let folder = try directory()
        #expect(try manager.contentsOfDirectory(atPath: folder).sorted() == ["indexer.cursor", "indexer.lock"])
        for (path, mode) in [(folder, 0o700), ("\(folder)/indexer.cursor", 0o600), ("\(folder)/indexer.lock", 0o600)] {
            #expect(try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
        }
        let text = try String(contentsOfFile: "\(folder)/indexer.cursor", encoding: .utf8)
        let leaf = try #require(try ledger.store.recordedLeaf(at: Position(7)))
        #expect(
            text == """
                mailledger-cursor/1
                ledger \(ledger.store.identity.id)
                position 7
                leaf \(leaf.hex)

                """)
    }

    @Test func `is one subscriber's at a time`() throws {
        var cursor: EventCursor? = try ledger.cursors.open("indexer")
        let other = try Ledger.open(at: #require(sample.location), access: .readWrite)
        #expect(throws: CursorError.inUse(name: "indexer")) { try other.cursors.open("indexer") }
        #expect(throws: CursorError.inUse(name: "indexer")) { try other.cursors.drop("indexer") }
        _ = try other.cursors.open("another")
        withExtendedLifetime(cursor) {}
        cursor = nil
        _ = try other.cursors.open("indexer")
        let memory = try Ledger.inMemory()
        let held = try memory.cursors.open("indexer")
        #expect(throws: CursorError.inUse(name: "indexer")) { try memory.cursors.open("indexer") }
        withExtendedLifetime(held) {}
    }

    @Test func `begins where it is told where it is new, and there only`() throws {
        #expect(try ledger.cursors.open("indexer").position == .start)
        #expect(try ledger.cursors.open("indexer", from: Position(7)).position == Position(7))
        try store("indexer", at: 14)
        #expect(try ledger.cursors.open("indexer", from: Position(7)).position == Position(14))
    }

    @Test func `outlives a rebuild, and the views`() throws {
        try store("indexer", at: 7)
        try ledger.maintenance.rebuild()
        try sample.whileClosed { try FileManager.default.removeItem(atPath: $0.viewsDirectory) }
        #expect(try ledger.cursors.open("indexer").position == Position(7))
        let standing = try #require(try ledger.cursors.all().first)
        #expect(
            standing.name == "indexer" && standing.position == Position(7) && standing.behind == 7
                && standing.ahead == nil)
        #expect(standing.fault == nil)
    }

    @Test func `is forgotten on demand, and begins anew`() throws {
        try store("indexer", at: 7)
        #expect(try ledger.cursors.drop("indexer"))
        #expect(try ledger.cursors.all().isEmpty)
        #expect(try !ledger.cursors.drop("indexer"))
        #expect(try ledger.cursors.open("indexer").position == .start)
    }

    @Test func `of another ledger, of a log that was cut and of one that went another way is refused`() throws {
        try store("indexer", at: 14)
        let file = try directory() + "/indexer.cursor"
        let good = try String(contentsOfFile: file, encoding: .utf8)
        let leaf = try #require(try ledger.store.recordedLeaf(at: Position(13))).hex
        let id = ledger.store.identity.id.description
        for (text, fault) in [
            (good.replacing(id, with: "00000000-0000-4000-8000-000000000000"), .otherLedger(name: "indexer")),
            (
                good.replacing("position 14", with: "position 15"),
                .ahead(name: "indexer", at: Position(15), end: Position(14))
            ),
            (
                good.replacing("position 14", with: "position 999"),
                .ahead(name: "indexer", at: Position(999), end: Position(14))
            ),
            (good.replacing(/leaf .*/, with: "leaf \(leaf)"), .otherLog(name: "indexer", at: Position(14))),
            ("", .damaged(name: "indexer")), (good + "x", .damaged(name: "indexer")),
            (good.replacing("position 14", with: "position -1"), .damaged(name: "indexer")),
            (good.replacing("cursor/1", with: "cursor/2"), .damaged(name: "indexer")),
            (String(good.dropLast()), .damaged(name: "indexer")),
        ] as [(String, CursorError)] {
            #expect(text != good)
            try text.write(toFile: file, atomically: false, encoding: .utf8)
            #expect(throws: fault) { try ledger.cursors.open("indexer") }
            let standing = try #require(try ledger.cursors.all().first)
            #expect(standing.fault == fault)
            guard case .ahead(_, let position, let end) = fault else {
                #expect(standing.ahead == nil)
                continue
            }
            #expect(standing.behind == nil && standing.ahead == position.rawValue - end.rawValue)
        }
        try good.write(toFile: file, atomically: false, encoding: .utf8)
        #expect(try ledger.cursors.open("indexer").position == Position(14))
    }

    @Test func `is not carried by a backup, and a copied one holds for the same log`() throws {
        try store("indexer", at: 14)
        let backup = sample.scratch.path + "/backup"
        _ = try ledger.maintenance.backUp(to: backup)
        #expect(try !FileManager.default.contentsOfDirectory(atPath: backup).contains("cursors"))
        _ = try LedgerMaintenance.restore(from: backup, to: sample.scratch.location("restored"))
        let restored = try Ledger.open(at: sample.scratch.location("restored"), access: .readWrite)
        #expect(try restored.cursors.all().isEmpty)
        try FileManager.default.copyItem(atPath: directory(), toPath: sample.scratch.path + "/restored/cursors")
        #expect(try restored.cursors.open("indexer").position == Position(14))
    }

    @Test func `needs a ledger that may be written to`() throws {
        try sample.reopen(.readOnly)
        #expect(throws: EventLogError.self) { try ledger.cursors.open("indexer") }
        #expect(try ledger.cursors.all().isEmpty)
    }

    @Test func `what a kill left aside is written over`() throws {
        try store("indexer", at: 7)
        let file = try directory() + "/indexer.cursor"
        try "half".write(toFile: file + ".new", atomically: false, encoding: .utf8)
        try store("indexer", at: 14)
        #expect(try ledger.cursors.open("indexer").position == Position(14))
        #expect(!FileManager.default.fileExists(atPath: file + ".new"))
    }
}
