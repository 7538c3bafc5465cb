internal import CivilTime
internal import Content
internal import Cryptography
internal import DiskFiles
internal import EventLog
internal import Mail
package import MailLedger
internal import Mailboxes

/// A folder of evidence: the report, with all that it rests on.
///
/// It has the messages byte for byte, the proof of every entry, the checkpoint, the witnesses' notes, and the digests of all these.
package struct EvidenceBundle {
    /// The written parts.
    package struct Written: Sendable {
        package let messages: Int
        /// The bytes of messages that are not there any more.
        package let missing: Int
        package let witnesses: Int
        package let files: Int
    }

    static let (page, proof, checkpoint, readme, sums) = (
        "report.html", "events.proof", "checkpoint.txt", "README.txt", "SHA256SUMS"
    )
    static let (mail, witnesses) = ("messages", "witnesses")

    private let report: Report
    private let html: String
    private let ledger: Ledger

    package init(_ report: Report, page html: String, of ledger: Ledger) {
        self.report = report
        self.html = html
        self.ledger = ledger
    }

    /// Writes the folder, which has to be new or empty; nothing appears there until all is written.
    ///
    /// - Parameter witnesses: The witnesses of this ledger, by the names of their files.
    /// - Throws: `DomainError.conflict` if something is in the way, `LedgerError.io` if it cannot be written.
    package func write(to path: String, witnesses: [(name: String, file: WitnessFile)]) throws -> Written {
        do {
            let tree = try StagedTree(for: path, merging: false, on: ledger.files)
            var folder = BundleFolder(tree, on: ledger.files)
            try folder.add(Self.page, html)
            try folder.add(Self.checkpoint, report.extract.checkpoint)
            try folder.add(Self.proof, report.extract.proof().text())
            let (messages, missing) = try addMessages(to: &folder)
            let kept = try addWitnesses(witnesses, to: &folder)
            let lines = Self.readme(
                of: "\(report.ledger)", made: Timeline.exact(report.made.microseconds), messages, missing, kept,
                signedBy: report.key)
            try folder.add(Self.readme, lines.joined(separator: "\n") + "\n")
            try folder.finish()
            try tree.publish()
            return Written(messages: messages, missing: missing, witnesses: kept, files: folder.sums.count)
        } catch let failure as WriteFailure {
            throw LedgerError.io(path: path, reason: "\(failure.reason); nothing is left there")
        } catch WriteRefusal.notEmpty(let path) {
            throw DomainError.conflict("\(path) is not empty; evidence goes into a new folder")
        } catch let refusal as WriteRefusal {
            throw refusal.conflict
        }
    }

    private func addMessages(to folder: inout BundleFolder) throws -> (written: Int, missing: Int) {
        guard !report.mail.messages.isEmpty else { return (0, 0) }
        try folder.make(Self.mail)
        var (written, missing) = (0, 0)
        for message in report.mail.messages {
            let headers = message.added.headers
            let day = String((headers.date ?? message.added.receivedAt).iso8601.prefix { $0 != "T" })
            let id = message.added.id.description
            for (index, digest) in message.digests.enumerated() {
                do {
                    let content = try ledger.content.read(digest)
                    let name = SafeFileName.message(day: day, subject: headers.subject, id: id)
                    try folder.add(
                        "\(Self.mail)/\(name)\(index == 0 ? "" : "-\(index + 1)").eml",
                        else: "\(Self.mail)/\(id)-\(index + 1).eml", content)
                    written += 1
                } catch ContentError.missing, ContentError.corrupt {
                    missing += 1
                }
            }
        }
        return (written, missing)
    }

    private func addWitnesses(
        _ witnesses: [(name: String, file: WitnessFile)], to folder: inout BundleFolder
    ) throws -> Int {
        let mine = witnesses.filter { $0.file.checkpoint.checkpoint.origin == report.checkpoint.origin }
        guard !mine.isEmpty, let signed = SignedCheckpoint(report.extract.checkpoint) else { return 0 }
        try folder.make(Self.witnesses)
        for (index, witness) in mine.enumerated() {
            try folder.add("\(Self.witnesses)/\(index + 1).witness", witness.file.text)
            let proof = try ledger.store.proof(of: [], in: signed, since: witness.file.checkpoint)
            // What the receiver would find untrue is not written.
            do {
                _ = try proof.verify(trusting: report.key)
            } catch let fault as ProofFault {
                throw ProofFault("the witness \(witness.name) does not fit this log: \(fault)")
            }
            try folder.add("\(Self.witnesses)/\(index + 1).proof", proof.text())
        }
        return mine.count
    }

    /// The lines for the receiver. The first and the third say what nothing signed does.
    static func readme(
        of ledger: String, made: String, _ messages: Int, _ missing: Int, _ witnesses: Int, signedBy key: NoteVerifier
    ) -> [String] {
        let gone = missing > 0 ? "; the bytes of \(missing) are not in the ledger any more" : ""
        return [
            "Evidence from the mail ledger \(ledger), as of \(made).",
            "report.html     open it in a browser: what happened, by whom, when and why; it checks itself, without a network",
            "messages/       the mail byte for byte, \(messages) files\(gone)",
            "events.proof    the proof of each entry of the report, up to the signed root of the log",
            "checkpoint.txt  the signed note: how long the log is, and its root",
            "witnesses/      \(witnesses) notes of what the log was before, each with the proof that it has only grown since",
            "SHA256SUMS      the digests of these files; 'sha256sum --check SHA256SUMS' compares them",
            "To check all at once: mailledger verify-proof --bundle . --key KEY",
            "KEY is the verifier key of the ledger's owner. Get it by another way than this folder.",
            "Fingerprint of the key that signed: \(key.fingerprint)",
        ]
    }
}

/// The files of a bundle, while they are written.
private struct BundleFolder {
    private let tree: StagedTree
    private let files: any Files
    private(set) var sums: [(digest: SHA256Digest, name: String)] = []
    private var messageNames: Set<String> = []

    init(_ tree: StagedTree, on files: any Files) {
        self.tree = tree
        self.files = files
    }

    func make(_ folder: String) throws { try tree.makeFolder(folder) }

    mutating func add(_ name: String, _ text: String) throws {
        try write(name, Array(text.utf8))
        sums.append((SHA256Hasher.digest(of: Array(text.utf8)), name))
    }

    /// Adds a message, by another name where its own is taken.
    mutating func add(_ name: String, else other: String, _ content: StoredContent) throws {
        var hasher = SHA256Hasher()
        let free = messageNames.insert(name).inserted
        guard let file = try OutputFile(creating: "\(tree.path)/\(free ? name : other)", on: files) else {
            throw WriteRefusal.exists(path: name)
        }
        try content.forEachPiece {
            try file.write($0)
            hasher.update($0)
        }
        try file.finish()
        sums.append((hasher.finalize(), free ? name : other))
    }

    /// Writes the digests, as `sha256sum` does.
    func finish() throws {
        let lines = sums.sorted { $0.name < $1.name }.map { "\($0.digest)  \($0.name)\n" }
        try write(EvidenceBundle.sums, Array(lines.joined().utf8))
    }

    private func write(_ name: String, _ bytes: [UInt8]) throws {
        guard let file = try OutputFile(creating: "\(tree.path)/\(name)", on: files) else {
            throw WriteRefusal.exists(path: name)
        }
        try file.write(bytes)
        try file.finish()
    }
}
