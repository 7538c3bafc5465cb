package import Cryptography
package import DiskFiles
package import EventLog
internal import MailLedger

extension EvidenceBundle {
    /// The findings about a bundle.
    package struct Findings: Sendable {
        package let report: ProofFindings
        package let files: Int
        /// The messages that are what proven events name, to the last byte.
        package let messages: Int
        /// The contents that proven events name and that are not in the folder.
        package let absent: Int
        /// The lengths of the log that witnesses remember.
        package let witnesses: [Int64]
    }

    /// Checks a folder whole: its digests, the report, the proof, the messages, and what witnesses remember.
    ///
    /// The list of digests is not signed. So no file counts that is not of a bundle, and each is compared with what is
    /// signed, too.
    ///
    /// - Throws: ``ProofFault`` for the first step that does not hold, `LedgerError.io` for a file that cannot be read.
    package static func check(
        _ path: String, trusting trusted: NoteVerifier?, on files: any Files = KernelFiles.shared
    ) throws -> Findings {
        guard files.isFolder(path) else { throw LedgerError.io(path: path, reason: "it is not a folder") }
        let names = try names(in: path, on: files)
        func text(_ name: String) throws -> String {
            guard names.contains(name) else { throw ProofFault("\(name) is missing") }
            return try PortableFile.read("\(path)/\(name)", on: files)
        }
        var listed: Set<String> = []
        for line in try text(sums).split(separator: "\n") {
            let (digest, name) = (line.prefix { $0 != " " }, line.drop { $0 != " " }.dropFirst(2))
            guard names.contains(String(name)), let digest = SHA256Digest(hex: String(digest)) else {
                throw ProofFault("\(sums) names a file that is not there: \(name)")
            }
            let bytes = try PortableFile.bytes(of: "\(path)/\(name)", on: files)
            guard SHA256Hasher.digest(of: bytes) == digest else { throw ProofFault("\(name) was changed") }
            listed.insert(String(name))
        }
        if let added = names.subtracting(listed).subtracting([sums]).min() {
            throw ProofFault("\(added) is not in \(sums)")
        }
        let report = try ReportFile(parsing: text(page))
        let findings = try report.verify(trusting: trusted)
        guard try text(checkpoint) == report.extract.checkpoint else {
            throw ProofFault("\(checkpoint) is not the checkpoint of the report")
        }
        guard try LedgerProof(parsing: text(proof)) == report.extract.proof() else {
            throw ProofFault("\(proof) is not the proof of the report's entries")
        }
        try requireReadme(text(readme), witnesses: names.count { $0.hasSuffix(".witness") }, signedBy: findings.key)
        let (messages, absent) = try messages(in: path, among: names, findings, on: files)
        return Findings(
            report: findings, files: listed.count, messages: messages, absent: absent,
            witnesses: try witnesses(among: names, findings, trusted, text))
    }

    /// Compares the files of mail with the digests that entries name of messages whose arrival is proven.
    ///
    /// The names of files are not proven, so none may stand beside the one that is there for the same bytes.
    static func messages(
        in path: String, among names: Set<String>, _ findings: ProofFindings, on files: any Files = KernelFiles.shared
    ) throws -> (found: Int, absent: Int) {
        let streams = Dictionary(findings.events.map { ($0.entry.position, $0.entry.stream) }) { first, _ in first }
        let arrived = Set(findings.events.filter { ReportedMail.message($0) != nil }.map(\.entry.stream))
        // Two messages may have the same bytes, and a file each.
        var owners: [SHA256Digest: Set<StreamID>] = [:]
        for named in findings.messageDigests {
            guard let stream = streams[named.position], arrived.contains(stream) else { continue }
            owners[named.digest, default: []].insert(stream)
        }
        var found: [SHA256Digest: [String]] = [:]
        for name in names.sorted() where name.hasPrefix(mail + "/") {
            let digest = SHA256Hasher.digest(of: try PortableFile.bytes(of: "\(path)/\(name)", on: files))
            guard let messages = owners[digest] else {
                throw ProofFault("\(name) is not a message that a proven entry brought")
            }
            let same = (found[digest] ?? []) + [name]
            guard same.count <= messages.count else {
                throw ProofFault("\(same.joined(separator: " and ")) are the same message, which a bundle has once")
            }
            found[digest] = same
        }
        return (found.count, owners.keys.count { found[$0] == nil })
    }

    private static func witnesses(
        among names: Set<String>, _ findings: ProofFindings, _ trusted: NoteVerifier?, _ text: (String) throws -> String
    ) throws -> [Int64] {
        try names.filter { $0.hasPrefix(witnesses + "/") && $0.hasSuffix(".witness") }.sorted().map { name in
            guard let witness = WitnessFile(try text(name)) else {
                throw ProofFault("\(name) is not a witness, or its signature does not hold")
            }
            let proof = try LedgerProof(parsing: text(String(name.dropLast(8)) + ".proof")).verify(trusting: trusted)
            let kept = witness.checkpoint.checkpoint
            guard proof.checkpoint == findings.checkpoint, proof.since == kept else {
                throw ProofFault("the proof of \(name) is not of this log")
            }
            return kept.size
        }
    }

    /// Refuses words for the receiver that a bundle does not have, such as another key's fingerprint.
    private static func requireReadme(_ text: String, witnesses: Int, signedBy key: NoteVerifier) throws {
        let own = Self.readme(of: "", made: "", 0, 0, witnesses, signedBy: key) + [""]
        let found = text.split(separator: "\n", omittingEmptySubsequences: false)
        let isOwn =
            found.count == own.count && found.indices.allSatisfy { [0, 2].contains($0) || found[$0] == own[$0] }
        guard isOwn else { throw ProofFault("\(readme) does not say what that of this bundle does") }
    }

    private static let ofTop: Set = [page, proof, checkpoint, readme, sums]

    /// The files of a bundle, below its two folders, too; a link or another folder is none of them.
    private static func names(in path: String, on files: any Files) throws -> Set<String> {
        var found: Set<String> = []
        func add(_ folder: String) throws {
            for name in try files.names(in: "\(path)/\(folder)") {
                let whole = folder.isEmpty ? name : "\(folder)/\(name)"
                switch try files.status(of: "\(path)/\(whole)", links: .refused).kind {
                case .regular where !folder.isEmpty || ofTop.contains(name): found.insert(whole)
                case .directory where folder.isEmpty && [mail, witnesses].contains(name): try add(name)
                default: throw ProofFault("\(whole) is not a file of a bundle")
                }
            }
        }
        do {
            try add("")
        } catch let error as FileError {
            throw LedgerError.io(path: error.path, reason: error.reason)
        }
        return found
    }
}
