internal import Cryptography
internal import EventLog
internal import Mail
internal import Mailboxes

/// Matches known copies with files.
///
/// First it compares the whole source names. Then it compares the names without a synchroniser's UID in the same
/// folder, because mbsync writes one into the names of new files. Last it compares the bytes, whatever the folder and
/// the name. A copy that has no source name yet gets a file only if a sync that was stopped wrote it.
struct FileMatching: Sendable {
    struct Copy: Hashable, Sendable {
        let source: String
        let raw: SHA256Digest
        /// The message, and the copy's number in it.
        let message: MessageID
        let number: Int
    }

    /// The index of the file of each copy, by the copy's index.
    private(set) var files: [Int: Int] = [:]
    private(set) var unmatchedCopies: [Int] = []
    private(set) var unmatchedFiles: [Int] = []
    private let copies: [Copy]
    private let sources: [String]

    /// Matches by names.
    init(copies: [Copy], sources: [String], withoutUID: (String) -> String) {
        self.copies = copies
        self.sources = sources
        var bySource: [String: Int] = [:]
        for (index, source) in sources.enumerated() { bySource[source] = index }
        var taken: Set<Int> = []
        var left: [Int] = []
        for (index, copy) in copies.enumerated() {
            if let file = bySource[copy.source], taken.insert(file).inserted {
                files[index] = file
            } else {
                left.append(index)
            }
        }
        guard !left.isEmpty else {
            unmatchedFiles = sources.indices.filter { !taken.contains($0) }
            return
        }
        var byName: [String: [Int]] = [:]
        for (index, source) in sources.enumerated() where !taken.contains(index) {
            byName[withoutUID(source), default: []].append(index)
        }
        let claims = Dictionary(grouping: left) { withoutUID(copies[$0].source) }
        for (name, indices) in claims {
            guard indices.count == 1, let file = byName[name], file.count == 1 else {
                unmatchedCopies += indices
                continue
            }
            files[indices[0]] = file[0]
            taken.insert(file[0])
        }
        unmatchedCopies.sort()
        unmatchedFiles = sources.indices.filter { !taken.contains($0) }
    }

    /// Matches the rest by bytes: the same name before another one, else in order.
    mutating func match(digests: [Int: SHA256Digest], withoutUID: (String) -> String) {
        func name(_ source: String) -> String { String(withoutUID(source).split(separator: "/").last ?? "") }
        var byRaw: [SHA256Digest: [Int]] = [:]
        for file in unmatchedFiles { if let raw = digests[file] { byRaw[raw, default: []].append(file) } }
        // A copy without a name was made here: only a file that was named for it is its own, and another one of the same
        // bytes belongs to another copy.
        for copy in unmatchedCopies where copies[copy].source.isEmpty {
            let (id, number) = (copies[copy].message.description, copies[copy].number)
            let written = byRaw[copies[copy].raw]?.firstIndex {
                MaildirUniqueName.isMade(name(sources[$0]), id: id, copy: number)
            }
            if let written { files[copy] = byRaw[copies[copy].raw]?.remove(at: written) }
        }
        for sameName in [true, false] {
            for copy in unmatchedCopies where files[copy] == nil && !copies[copy].source.isEmpty {
                let fitting = byRaw[copies[copy].raw, default: []]
                let index = fitting.firstIndex { !sameName || name(sources[$0]) == name(copies[copy].source) }
                guard let index else { continue }
                files[copy] = byRaw[copies[copy].raw]?.remove(at: index)
            }
        }
        let taken = Set(files.values)
        unmatchedCopies.removeAll { files[$0] != nil }
        unmatchedFiles.removeAll { taken.contains($0) }
    }
}
