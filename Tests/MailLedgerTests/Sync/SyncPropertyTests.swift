import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `Random changes on both sides` {
    private static let seeds: [UInt64] = {
        if let seed = ProcessInfo.processInfo.environment["MAILLEDGER_SEED"].flatMap(UInt64.init) { return [seed] }
        return (0..<6).map { _ in UInt64.random(in: 0...UInt64.max) }
    }()

    private static let folders = ["", ".Work", ".Play", ".Archive"]

    /// Each message has one copy: what is then on both sides has to be the same.
    @Test(arguments: seeds)
    func `come to agree, with nothing lost and nothing left to do`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let synced = try SyncedLedger()
        for folder in Self.folders.dropFirst() { try synced.maildir.makeFolder(folder) }
        try synced.sample.addFolder("Work", to: SyncedLedger.account)
        try synced.sample.addFolder("Play", to: SyncedLedger.account)
        var written = 0
        var met: Set<String> = []
        for round in 1...12 {
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                if Bool.random(using: &random) {
                    try changeThere(synced.maildir, &written, &random)
                } else {
                    try changeHere(synced, &random)
                }
            }
            let kept = try survivors(synced)
            met.formUnion(try synced.maildir.state().keys.map(subject))
            let first = try synced.sync(allowingRemovals: true)
            let head = try synced.sample.head()
            let names = try synced.maildir.names()
            let second = try synced.sync(allowingRemovals: true)
            let place = "seed \(seed), round \(round): \(first.actions) then \(second.actions)"
            #expect(second.isEmpty, "\(place)")
            #expect(try synced.sample.head() == head && synced.maildir.names() == names, "\(place)")
            let (there, here) = (try visible(synced.maildir), try synced.state())
            #expect(there == here, "\(there) there, \(here) here, \(place)")
            #expect(Set(try synced.state().keys.map(subject)).isSuperset(of: kept), "\(place)")
            if Int.random(in: 0..<3, using: &random) == 0 { try synced.maildir.expunge() }
        }
        // Whatever was taken in stands in the log for good.
        let all = try synced.ledger.read { try $0.countContents() }
        #expect(all == met.count, "seed \(seed)")
        #expect(try synced.ledger.maintenance.checkViews() == nil, "seed \(seed)")
    }

    /// Files of one unique name in a folder, and copies of one name in two, as backups and Dovecot make them.
    @Test(arguments: seeds)
    func `come to rest, with every message in its own file, where names occur twice`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let synced = try SyncedLedger()
        for folder in Self.folders.dropFirst() { try synced.maildir.makeFolder(folder) }
        try synced.sample.addFolder("Work", to: SyncedLedger.account)
        try synced.sample.addFolder("Play", to: SyncedLedger.account)
        var written = 0
        var met: Set<String> = []
        var known: [String: Int] = [:]
        for round in 1...12 {
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                if Bool.random(using: &random) {
                    // By a known name only the known file is found: nobody takes it away and puts another one there at once.
                    guard try changeNames(synced.maildir, known, &written, &random) else { break }
                } else {
                    try changeHere(synced, &random)
                }
            }
            let here = Set(try synced.state().keys.map(subject))
            let files = Set(try visible(synced.maildir).keys.map(subject))
            let kept = files.filter { here.contains($0) || !met.contains($0) }
            met.formUnion(try synced.maildir.state().keys.map(subject))
            let first = try synced.sync(allowingRemovals: true)
            let head = try synced.sample.head()
            let names = try synced.maildir.names()
            known = uniqueNames(names)
            let second = try synced.sync(allowingRemovals: true)
            let place = "seed \(seed), round \(round): \(first.actions) then \(second.actions)"
            #expect(second.actions.isEmpty && second.conflicts.isEmpty, "\(place)")
            #expect(try synced.sample.head() == head && synced.maildir.names() == names, "\(place)")
            let (shown, there) = (Set(try synced.state().keys), Set(try visible(synced.maildir).keys))
            // A message whose file has a twin may be elsewhere here: its move waits, and is named.
            let isThere =
                second.unwritten.isEmpty
                ? shown.isSubset(of: there) : Set(shown.map(subject)).isSubset(of: there.map(subject))
            #expect(isThere, "\(shown) here, \(there) there, \(place)")
            #expect(kept.isSubset(of: shown.map(subject)) && kept.isSubset(of: there.map(subject)), "\(place)")
            // The sync has not seen this yet: it still knows the names.
            if Int.random(in: 0..<3, using: &random) == 0 { try synced.maildir.expunge() }
        }
        #expect(try synced.ledger.maintenance.checkViews() == nil, "seed \(seed)")
    }

    /// How many files of each unique name are in each folder.
    private func uniqueNames(_ names: [String]) -> [String: Int] {
        Dictionary(grouping: names) { uniqueName($0) }.mapValues(\.count)
    }

    /// A file's folder and unique name.
    private func uniqueName(_ name: String) -> String {
        let parts = name.split(separator: "/")
        let file = (parts.last ?? "").split(separator: ":").first ?? ""
        return "\(parts.dropLast(2).joined(separator: "/"))/\(file)"
    }

    /// Changes one file; false once a name was given, as a sync has to come before the next change.
    private func changeNames(
        _ maildir: SampleMaildir, _ known: [String: Int], _ written: inout Int, _ random: inout SeededGenerator
    ) throws -> Bool {
        let names = try maildir.names()
        guard let path = names.randomElement(using: &random), Int.random(in: 0..<4, using: &random) > 0 else {
            written += 1
            try maildir.add(SampleMail("mail\(written)"), to: Self.folders.randomElement(using: &random) ?? "")
            return true
        }
        let unique = (path.split(separator: "/").last ?? "").split(separator: ":").first ?? ""
        let place = path.split(separator: "/").dropLast(2).joined(separator: "/")
        let kind = Int.random(in: 0..<6, using: &random)
        let folder = kind == 0 || kind == 4 ? place : Self.folders.randomElement(using: &random) ?? ""
        let new = "\(folder.isEmpty ? "" : folder + "/")cur/\(unique):2,\(flags(&random))"
        if kind == 0 {
            try maildir.carry(path, to: new)
            return true
        }
        if kind == 1 {
            try FileManager.default.removeItem(atPath: "\(maildir.path)/\(path)")
            return true
        }
        let key = uniqueName(new)
        guard uniqueNames(names)[key, default: 0] == known[key, default: 0] else { return true }
        switch kind {
        case 2: try maildir.carry(path, to: new)
        case 3, 4: try maildir.carry(path, to: new, copying: true)
        default:
            written += 1
            try maildir.put(SampleMail("mail\(written)"), at: new)
        }
        return false
    }

    private func subject(_ key: String) -> String { String(key.split(separator: " ").last ?? "") }

    /// What is on both sides, and was deleted on neither.
    private func survivors(_ synced: SyncedLedger) throws -> Set<String> {
        Set(try synced.state().keys.map(subject)).intersection(try visible(synced.maildir).keys.map(subject))
    }

    /// The Maildir without what is marked as deleted.
    private func visible(_ maildir: SampleMaildir) throws -> [String: String] {
        try maildir.state().filter { !$0.value.contains("T") }
    }

    private func changeThere(
        _ maildir: SampleMaildir, _ written: inout Int, _ random: inout SeededGenerator
    ) throws {
        let names = try maildir.names().map { name in
            String((name.split(separator: "/").last ?? "").split(separator: ":").first ?? "")
        }
        let folder = Self.folders.randomElement(using: &random) ?? ""
        let name = names.randomElement(using: &random)
        switch (Int.random(in: 0..<10, using: &random), name) {
        case (3...5, let name?): try maildir.setFlags(flags(&random), of: name)
        case (6...7, let name?): try maildir.move(name, to: folder)
        case (8, let name?): try maildir.remove(name)
        case (9, let name?):
            // A flag and a UID at once, as mbsync does.
            let place = try #require(try maildir.place(of: name))
            let renamed = name.contains(",U=") ? name : "\(name),U=\(written + 1)"
            let folder = place.split(separator: "/").dropLast(2).joined(separator: "/")
            let new = "\(folder.isEmpty ? "" : folder + "/")cur/\(renamed):2,\(flags(&random))"
            if place != new { try maildir.rename(place, to: new) }
        default:
            written += 1
            let isNew = Bool.random(using: &random)
            try maildir.add(SampleMail("mail\(written)"), to: folder, flags: isNew ? nil : flags(&random))
        }
    }

    private func flags(_ random: inout SeededGenerator) -> String {
        String("DFRS".filter { _ in Bool.random(using: &random) })
    }

    private func changeHere(_ synced: SyncedLedger, _ random: inout SeededGenerator) throws {
        guard let message = try synced.sample.messages().randomElement(using: &random) else { return }
        let query = "id:\(message.id)"
        let keywords: [Keyword] = [.seen, .flagged, .answered, .draft]
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2:
            let chosen = keywords.filter { _ in Bool.random(using: &random) }
            try synced.sample.mark(query, adding: chosen, removing: keywords.filter { !chosen.contains($0) })
        case 3...4:
            let folder = ["INBOX", "Work", "Play", "Archive"].randomElement(using: &random) ?? "INBOX"
            try synced.sample.move(query, to: folder)
        case 5: try synced.sample.delete(query)
        // What stands in the way of an undo is refused, and that is as good.
        case 6: _ = try? synced.ledger.undo(.latest)
        default: try synced.sample.mark(query, adding: [Keyword("label")])
        }
    }
}

extension LedgerReader {
    /// How many messages ever came in, deleted ones too.
    fileprivate func countContents() throws -> Int {
        try connection.first("SELECT count(*) FROM message") { try $0.next(Int.self) } ?? 0
    }
}
