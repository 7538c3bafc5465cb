import Content
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import TestSupport

/// A ledger read whole, to be held against another.
enum LedgerState {
    /// What a ledger says, event by event and row by row, with ids that are drawn by lot left out.
    ///
    /// - Throws: What is wrong, where the ledger is not whole: its log, its contents, or views that are not what the log makes.
    static func lines(of ledger: Ledger) throws -> [String] {
        _ = try ledger.read { $0.position }
        let report = try ledger.maintenance.verifyLog()
        try ledger.maintenance.checkKey()
        var faults: [String] = []
        try ledger.maintenance.verifyContent { finding in
            switch finding {
            case .sound(_, _), .leftover(_): break
            case .corrupt(_, _), .missing(_), .dictionary(_), .index(_): faults.append("\(finding)")
            }
            return true
        }
        if let difference = try ledger.maintenance.checkViews() { faults.append("\(difference)") }
        guard faults.isEmpty else { throw ToolError("the ledger is not whole: \(faults)") }
        var lines = ["\(report.events) events"]
        try ledger.store.forEach(EventSelection(), decodedBy: ledger.catalogue) { recorded in
            guard case .event(let event) = recorded.content else {
                lines.append("\(recorded.position) \(recorded.type) erased")
                return true
            }
            // Of a file that was renamed without its being recorded, the next sync says that somebody else did it.
            let type = event is CopyPushed ? CopyChanged.type : recorded.type
            lines.append("\(recorded.position) \(type)")
            for digest in ContentReferences.digests(in: event) where try !ledger.content.contains(digest) {
                throw ToolError("event \(recorded.position) names content that is not there")
            }
            return true
        }
        try ledger.read { reader in
            for table in AllProjections.publicTables {
                let rows = try reader.connection.texts(of: table.rows).map(withoutLots)
                lines += rows.sorted().map { "\(table.name): \($0)" }
            }
        }
        return lines
    }

    /// Whether a ledger got to where another one is, by way of a fault or without one.
    ///
    /// A file that could not be read was passed over then: that is an event, which the next run does not take back.
    static func isReached(_ wanted: [String], by state: [String]) -> Bool {
        guard state != wanted else { return true }
        let hasPassedOver = state.count(where: tellsOfPassing) > wanted.count(where: tellsOfPassing)
        return hasPassedOver && withoutPassedOver(state) == withoutPassedOver(wanted)
    }

    /// What there is beside such files, whose events move the places of the others.
    private static func withoutPassedOver(_ state: [String]) -> [String] {
        state.filter { !tellsOfPassing($0) }
            .map { $0.split(separator: " ").filter { Int($0) == nil }.joined(separator: " ") }.sorted()
    }

    private static func tellsOfPassing(_ line: String) -> Bool {
        line.contains(" mail.file-skipped/") || line.contains(": skipped_files: ")
    }

    /// The first lines that one has and the other has not.
    static func difference(_ state: [String], from wanted: [String]) -> String {
        let (missing, added) = (Set(wanted).subtracting(state), Set(state).subtracting(wanted))
        return "- \(missing.sorted().prefix(3)) + \(added.sorted().prefix(3))"
    }
}
