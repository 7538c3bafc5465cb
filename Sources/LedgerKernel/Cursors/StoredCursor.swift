package import Cryptography
package import EventLog

/// How far a subscriber has come, as a file keeps it:
///
///     mailledger-cursor/1
///     ledger 5f0c…
///     position 159
///     leaf 14a6…
///
/// The leaf is the Merkle tree's at the position: a log that went another way has another one there.
package struct StoredCursor: Hashable, Sendable {
    package let ledger: LedgerID
    package let position: Position
    package let leaf: SHA256Digest

    private static let form = "mailledger-cursor/1"

    package init(ledger: LedgerID, position: Position, leaf: SHA256Digest) {
        self.ledger = ledger
        self.position = position
        self.leaf = leaf
    }

    /// Reads a cursor; nil if the text is none.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 5, lines[0] == Self.form, lines[4].isEmpty else { return nil }
        func value(_ key: String, _ line: Substring) -> String? {
            line.hasPrefix(key + " ") ? String(line.dropFirst(key.count + 1)) : nil
        }
        guard let ledger = value("ledger", lines[1]).flatMap({ LedgerID($0) }),
            let position = value("position", lines[2]).flatMap({ Int64($0) }), position > 0,
            let leaf = value("leaf", lines[3]).flatMap({ SHA256Digest(hex: $0) })
        else { return nil }
        self.init(ledger: ledger, position: Position(position), leaf: leaf)
    }

    /// The file, byte for byte.
    var text: String { "\(Self.form)\nledger \(ledger)\nposition \(position)\nleaf \(leaf.hex)\n" }

    /// Returns why a log does not continue at the cursor; nil if it does.
    func fault(in store: any LogReading, name: String) throws -> CursorError? {
        guard ledger == store.identity.id else { return .otherLedger(name: name) }
        guard let recorded = try store.recordedLeaf(at: position) else {
            let end = try store.head().position
            return position > end ? .ahead(name: name, at: position, end: end) : .otherLog(name: name, at: position)
        }
        return recorded == leaf ? nil : .otherLog(name: name, at: position)
    }
}
