internal import Cryptography
internal import LedgerKernel
internal import Mailboxes
internal import Projections

/// The bytes of files, where their names are not enough.
extension SyncRound {
    /// Reads the digests of files, by their indices; none for a file that cannot be read.
    func readDigests(of files: [Int], in tree: MaildirTree, into digests: inout [Int: SHA256Digest]) {
        guard !files.isEmpty else { return }
        let reader = MessageReader(temporaryDirectory: temporaryDirectory, on: ledger.files)
        for index in files where digests[index] == nil {
            guard case .message(let found) = tree.inspect(tree.files[index], options: mailboxOptions),
                let content = try? reader.read(found)
            else { continue }
            digests[index] = content.digests.raw
        }
    }

    /// The files of one name in directories that are one folder, as `Büro` and `B&APw-ro` are.
    ///
    /// The names in a hidden directory are decoded already, so there such files share their source names.
    func namesakes(in tree: MaildirTree) throws -> [[Int]] {
        guard tree.folders.contains(where: { $0.names.contains { $0.contains("&") } }) else { return [] }
        let folders = try ledger.read { reader in
            try FoundFolders(of: account, top: options.folder, reader: reader, newID: ledger.writing.newID)
        }
        let paths = Dictionary(tree.folders.map { ($0.names, folders.path(of: $0.names)) }) { first, _ in first }
        let directories = Dictionary(grouping: paths.keys) { paths[$0] ?? "" }
        let several = directories.filter { $0.value.count > 1 }
        guard !several.isEmpty else { return [] }
        var found: [String: [Int]] = [:]
        for (index, file) in tree.files.enumerated() {
            guard let path = paths[file.folder], several[path] != nil else { continue }
            found["\(path)/\(file.base)", default: []].append(index)
        }
        return found.values.filter { group in Set(group.map { tree.files[$0].source }).count > 1 }
    }

    /// Whether a file has the bytes that the ledger has of its copy; if it has not, it is named as left.
    mutating func hasBytes(of step: SyncStep, _ file: MaildirTree.File, in tree: MaildirTree) -> Bool {
        switch tree.inspect(file, options: mailboxOptions) {
        case .skipped(let skipped): leave(step, because: skipped.reason, "\(skipped.reason)")
        case .message(let found):
            do throws(MailboxError) {
                let content = try MessageReader(temporaryDirectory: temporaryDirectory, on: ledger.files).read(found)
                if content.digests.raw == step.row.raw { return true }
                report.unwritten.append(
                    .init(
                        source: step.name,
                        reason: "its bytes are not those of the message that the ledger has under this name; "
                            + "a sync takes it in under another name"))
            } catch {
                leave(step, because: error.skipped?.reason, error.description)
            }
        }
        return false
    }

    private mutating func leave(_ step: SyncStep, because reason: SkipReason?, _ words: String) {
        guard reason != .missing else {
            // It was renamed meanwhile: the next look finds it.
            isOvertaken = true
            return
        }
        report.unwritten.append(.init(source: step.name, reason: words))
    }

    /// Names a file that has the name and the bytes of another one.
    mutating func leave(_ twin: MaildirTree.File) {
        report.unwritten.append(
            .init(
                source: twin.text,
                reason: "another file of its folder has the same name and the same bytes; remove one of the two"))
    }
}
