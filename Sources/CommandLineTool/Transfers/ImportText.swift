internal import Mail
internal import MailLedger
internal import Mailboxes

/// What an import did, for people.
struct ImportText {
    let session: Session
    let outcome: MailImport.Outcome

    /// How many of the files that were skipped a terminal shows.
    private static let skippedOnTerminal = 20

    private var report: ImportReport { outcome.report }

    func write() {
        writeSkipped()
        session.line(sentence)
        writeReadingOtherwise()
        for found in report.roles {
            session.line(
                "\(found.folder) is the account's \(found.role.rawValue)"
                    + (found.takenFrom.map { "; the empty folder \($0) no longer has this role." } ?? "."))
        }
        if report.erased > 0 {
            session.line(
                "Left out \(Counted.messages(report.erased)) that \(report.erased == 1 ? "was" : "were") erased before; "
                    + "--allow-erased lets them in.")
        }
        if report.pruned > 0 {
            let verb = outcome.isDryRun ? "Would delete" : "Deleted"
            session.line("\(verb) \(Counted.messages(report.pruned)): the account and its folders keep no more.")
        }
    }

    /// As in "Added 2,538 messages and 35 further copies to 8 folders; 12 were there already."
    private var sentence: String {
        let verb = outcome.isDryRun ? "Would add" : "Added"
        let came = [
            report.added > 0 ? Counted.messages(report.added) : nil,
            report.copied > 0 ? Counted.of(report.copied, "further copy", "further copies") : nil,
        ].compactMap(\.self)
        let folders = report.folders.count == 1 ? report.folders.first ?? "" : "\(report.folders.count) folders"
        let known = report.existing - report.copied - report.deleted
        let entries = skipped.count { $0.reason == .entryWithoutHeader }
        let files = skipped.count - entries
        let rest = [
            known > 0 ? Counted.of(known, "was there already", "were there already") + elsewhere(of: known) : nil,
            report.deleted > 0
                ? Counted.of(report.deleted, "was", "were") + " deleted before ('mailledger undelete' brings "
                    + (report.deleted == 1 ? "it" : "them") + " back)" : nil,
            report.updated > 0 ? Counted.of(report.updated, "has other flags now", "have other flags now") : nil,
            files > 0 ? Counted.of(files, "file was skipped", "files were skipped") : nil,
            entries > 0
                ? Counted.of(entries, "entry of an mbox was skipped", "entries of an mbox were skipped") : nil,
        ].compactMap(\.self)
        return (came.isEmpty ? "\(verb) nothing" : "\(verb) \(came.joined(separator: " and ")) to \(folders)")
            + (rest.isEmpty ? "" : "; " + rest.joined(separator: ", ")) + "."
    }

    /// As in ", in Archive" or ", 3 of them in 2 other folders".
    private func elsewhere(of known: Int) -> String {
        let count = report.elsewhere.values.reduce(0, +)
        guard count > 0 else { return "" }
        let place =
            report.elsewhere.count == 1 ? report.elsewhere.keys.first ?? "" : "\(report.elsewhere.count) other folders"
        return count == known && report.elsewhere.count == 1
            ? ", in \(place)" : ", \(ProgressLine.grouped(count)) of them in \(place)"
    }

    /// The files that a person may have taken for mail.
    private var skipped: [SkippedFile] { report.skipped.filter { !$0.isServerRecord } }

    private func writeSkipped() {
        let skipped = skipped
        // A program gets them all; on a terminal thousands of them would push away what counts.
        let shown = session.output.isTerminal ? skipped.prefix(Self.skippedOnTerminal) : skipped[...]
        for file in shown { session.line("skipped \(file.path): \(HintWords.text(of: file))") }
        if shown.count < skipped.count {
            let rest = outcome.isDryRun ? "--format json" : "mailledger events list --type mail.file-skipped"
            session.line("… and \(ProgressLine.grouped(skipped.count - shown.count)) more; '\(rest)' lists them")
        }
    }

    private func writeReadingOtherwise() {
        let others = report.readingOtherwise
        guard !others.isEmpty else { return }
        session.line(
            "\(Counted.messages(others.count)) \(others.count == 1 ? "has" : "have") the identity of another one and "
                + "\(others.count == 1 ? "reads" : "read") otherwise:")
        let shown = session.output.isTerminal ? others.prefix(Self.skippedOnTerminal) : others[...]
        for path in shown { session.line("  \(path)") }
        if shown.count < others.count {
            session.line("  … and \(ProgressLine.grouped(others.count - shown.count)) more; '--format json' lists them")
        }
    }
}
