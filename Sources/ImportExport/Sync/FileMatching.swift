internal import Cryptography
internal import EventLog
internal import Mail
internal import Mailboxes

/// Matches known copies with files.
///
/// First it compares the whole source names. Then it compares the names without a synchroniser's UID in the same
/// folder, because mbsync writes one into the names of new files. Last it compares the bytes, whatever the folder and
/// the name. A copy that has no source name yet gets a file only if a sync that was stopped wrote it.
///
/// A name that several files or several copies share says nothing: there the bytes decide from the start.
struct FileMatching: Sendable {
    struct Copy: Hashable, Sendable {
        let source: String
        let raw: SHA256Digest
        /// The message, and the copy's number in it.
        let message: MessageID
        let number: Int
        /// The flags that its file is expected to have.
        var flags = ""
    }

    /// The index of the file of each copy, by the copy's index.
    private(set) var files: [Int: Int] = [:]
    private(set) var unmatchedCopies: [Int] = []
    private(set) var unmatchedFiles: [Int] = []
    /// Files that have the name and the bytes of another file: they are no further mail, and no copy's.
    private(set) var twins: [Int] = []
    /// The twins, and the files that they are twins of: which of these is a message's is not known.
    private(set) var twinned: Set<Int> = []
    private let copies: [Copy]
    private let sources: [String]

    /// Matches by names.
    ///
    /// - Parameters:
    ///   - flags: The flags of a file, by its index.
    ///   - reused: Names that other mail had, too, before it left the ledger: they say nothing either.
    ///   - digests: Returns the digests of files that share a name, or whose name several copies share; none for a file
    ///     that cannot be read.
    init(
        copies: [Copy], sources: [String], flags: (Int) -> String = { _ in "" }, withoutUID: (String) -> String,
        reused: Set<String> = [], digests: ([Int]) -> [Int: SHA256Digest] = { _ in [:] }
    ) {
        self.copies = copies
        self.sources = sources
        let shared = Self.sharedNames(copies, sources).union(reused.intersection(sources))
        var taken: Set<Int> = []
        if !shared.isEmpty {
            let sharing = sources.indices.filter { shared.contains(sources[$0]) }
            matchShared(shared, sharing, digests(sharing), flags)
            taken = Set(files.values).union(twins)
        }
        var bySource: [String: Int] = [:]
        for (index, source) in sources.enumerated() where !shared.contains(source) { bySource[source] = index }
        var left: [Int] = []
        for (index, copy) in copies.enumerated() where files[index] == nil {
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
            // What has a shared name was compared by its bytes, and is not theirs.
            guard indices.count == 1, let file = byName[name], file.count == 1, !shared.contains(sources[file[0]])
            else {
                unmatchedCopies += indices
                continue
            }
            files[indices[0]] = file[0]
            taken.insert(file[0])
        }
        unmatchedCopies.sort()
        unmatchedFiles = sources.indices.filter { !taken.contains($0) }
    }

    /// The names that several files have, or that several copies have of a file.
    private static func sharedNames(_ copies: [Copy], _ sources: [String]) -> Set<String> {
        var shared: Set<String> = []
        var seen: Set<String> = []
        for source in sources where !seen.insert(source).inserted { shared.insert(source) }
        let there = seen
        seen = []
        for copy in copies where !copy.source.isEmpty && !seen.insert(copy.source).inserted {
            if there.contains(copy.source) { shared.insert(copy.source) }
        }
        return shared
    }

    /// Matches the files of shared names: by bytes and flags, then by bytes and the flags beside `T`, then by bytes.
    private mutating func matchShared(
        _ shared: Set<String>, _ sharing: [Int], _ digests: [Int: SHA256Digest], _ flags: (Int) -> String
    ) {
        var free = Dictionary(grouping: sharing) { sources[$0] }
        let claims = copies.indices.filter { shared.contains(copies[$0].source) }
        let claimsByName = Dictionary(grouping: claims) { copies[$0].source }
        func assign(_ fits: (Copy, Int) -> Bool) {
            for index in claims where files[index] == nil {
                let copy = copies[index]
                guard let place = free[copy.source]?.firstIndex(where: { fits(copy, $0) }) else { continue }
                files[index] = free[copy.source]?.remove(at: place)
            }
        }
        assign { copy, file in digests[file] == copy.raw && flags(file) == copy.flags }
        assign { copy, file in
            digests[file] == copy.raw
                && MessageCopy.flags(flags(file), hidden: false) == MessageCopy.flags(copy.flags, hidden: false)
        }
        assign { copy, file in digests[file] == copy.raw }
        // One that cannot be read now is not gone.
        assign { _, file in digests[file] == nil }
        for (name, rest) in free {
            let matched = claimsByName[name, default: []].compactMap { files[$0] }
            var known = Set(matched.compactMap { digests[$0] })
            var doubled: Set<SHA256Digest> = []
            for file in rest {
                guard let raw = digests[file], !known.insert(raw).inserted else { continue }
                twins.append(file)
                doubled.insert(raw)
            }
            for file in matched + rest {
                if let raw = digests[file], doubled.contains(raw) { twinned.insert(file) }
            }
        }
        twins.sort()
    }

    /// Settles files of one name in directories that are one folder: of those with the same bytes one is the message.
    ///
    /// Files that are known as copies of their own stay so.
    mutating func settleTwins(among namesakes: [[Int]], digests: [Int: SHA256Digest]) {
        let matched = Set(files.values)
        var settled = Set(twins)
        for group in namesakes {
            for (raw, same) in Dictionary(grouping: group, by: { digests[$0] }) where raw != nil {
                let rest = same.filter { !matched.contains($0) && !settled.contains($0) }
                let further = rest.dropFirst(same.contains { matched.contains($0) } ? 0 : 1)
                guard !further.isEmpty else { continue }
                settled.formUnion(further)
                twinned.formUnion(same)
            }
        }
        twins = settled.sorted()
        unmatchedFiles.removeAll { settled.contains($0) }
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
