package import Cryptography

/// A position as others keep it, pinned to the Merkle leaf there: `153-9f3ac01d`.
///
/// A log that went another way has another leaf there. A position alone is taken, too, and says nothing about the log.
package struct PinnedPosition: Hashable, Sendable {
    package let position: Position
    /// The first digits of the leaf; nil for a position alone.
    private let pin: String?

    package init(_ position: Position, leaf: SHA256Digest?) {
        self.position = position
        pin = Self.pin(of: leaf)
    }

    /// Reads what ``text`` says; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let number = parts.first.flatMap({ Int64($0) }), number >= 0, parts[0] == "\(number)" else { return nil }
        position = Position(number)
        pin = parts.count > 1 ? String(parts[1]) : nil
        guard let pin else { return }
        guard pin.utf8.count == Self.digits,
            pin.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
    }

    package var text: String { pin.map { "\(position)-\($0)" } ?? "\(position)" }

    /// Refuses a log that has another event at the position, or none.
    ///
    /// - Throws: ``EventLogError/otherLog(at:)``.
    package func require(in log: any LogReading) throws {
        guard let pin, pin != (try Self.pin(of: log.recordedLeaf(at: position))) else { return }
        throw EventLogError.otherLog(at: position)
    }

    /// The digits that stand for a leaf; zeros where there is none.
    package static func pin(of leaf: SHA256Digest?) -> String {
        leaf.map { String($0.hex.prefix(digits)) } ?? String(repeating: "0", count: digits)
    }

    private static let digits = 8
}
