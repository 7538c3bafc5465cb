internal import Mail
internal import Mailboxes

/// Finds the copies that the entries of an mbox are, for one mbox after the other.
///
/// The number of an entry changes as soon as a mail program removes an earlier one. So an entry is the copy of its
/// message that has the same bytes, is from the same mbox, and is no other entry of this import.
struct MboxEntries {
    private var path: String?
    /// The copies that are entries already, as a small number for each.
    private var taken: Set<Int> = []

    /// Returns the copy under the name by which the ledger knows it; as it is if the ledger does not know it.
    mutating func recognise(_ copy: FoundCopy, _ found: FoundMessage, among copies: [MessageCopy]) -> FoundCopy {
        guard case .mbox = found.origin else { return copy }
        if path != found.path { (path, taken) = (found.path, []) }
        let mbox = Self.mbox(of: copy.source)
        let sources = copies.filter { $0.raw == copy.raw && Self.mbox(of: $0.source) == mbox }.map(\.source)
            .filter { !taken.contains(Self.number(copy, from: $0)) }
        let source = sources.contains(copy.source) ? copy.source : sources.first ?? free(copy, among: copies)
        taken.insert(Self.number(copy, from: source))
        return FoundCopy(
            source: source, raw: copy.raw, flags: copy.flags, fromLine: copy.fromLine, maildir: copy.maildir)
    }

    /// Returns the copy's own name, or another number of the mbox if an entry before it is the copy of that name.
    private func free(_ copy: FoundCopy, among copies: [MessageCopy]) -> String {
        guard taken.contains(Self.number(copy, from: copy.source)), let mbox = Self.mbox(of: copy.source) else {
            return copy.source
        }
        let names = (1...copies.count + 1).lazy.map { "\(mbox)#\($0)" }
        return names.first { name in !copies.contains { $0.source == name } } ?? copy.source
    }

    /// The name of the mbox, which the number of the entry follows.
    private static func mbox(of source: String) -> Substring? {
        source.lastIndex(of: "#").map { source[..<$0] }
    }

    private static func number(_ copy: FoundCopy, from source: String) -> Int {
        var hasher = Hasher()
        hasher.combine(copy.raw)
        hasher.combine(source)
        return hasher.finalize()
    }
}
