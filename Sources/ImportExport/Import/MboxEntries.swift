internal import Mail
internal import Mailboxes

/// Finds the copies that the entries of an mbox are, for one mbox after the other.
///
/// The number of an entry changes as soon as a mail program removes an earlier one. So an entry is also a copy that came
/// from an mbox of this name into this folder, with the same bytes, and is no other entry of this import.
struct MboxEntries {
    private var path: String?
    private var lastNumber = 0
    /// The copies that are entries already, as a small number for each.
    private var taken: Set<Int> = []

    /// Returns the copy under the name by which the ledger knows it; as it is if the ledger does not know it.
    ///
    /// - Parameter cameHere: Whether a copy came into the folder of this entry, wherever it is now.
    mutating func recognise(
        _ copy: FoundCopy, _ found: FoundMessage, among copies: [MessageCopy],
        cameHere: (MessageCopy) throws -> Bool
    ) rethrows -> FoundCopy {
        guard case .mbox(let number) = found.origin, let mbox = Self.mbox(of: copy.source) else { return copy }
        // Another mbox, or the same one once more.
        if path != found.path || number <= lastNumber { taken = [] }
        (path, lastNumber) = (found.path, number)
        let alike = copies.filter { $0.raw == copy.raw }
        func isFree(_ source: String) -> Bool { !taken.contains(Self.number(copy, from: source)) }
        var source = copy.source
        if !isFree(source) || !alike.contains(where: { $0.source == source }) {
            let known = try alike.first {
                try Self.mbox(of: $0.source) == mbox && isFree($0.source) && cameHere($0)
            }
            source = known?.source ?? source
            // An entry before this one is the copy of its name.
            var other = number
            while known == nil, !isFree(source) || other > number && alike.contains(where: { $0.source == source }) {
                other += 1
                source = "\(mbox)#\(other)"
            }
        }
        taken.insert(Self.number(copy, from: source))
        return FoundCopy(
            source: source, raw: copy.raw, flags: copy.flags, fromLine: copy.fromLine, maildir: copy.maildir)
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
