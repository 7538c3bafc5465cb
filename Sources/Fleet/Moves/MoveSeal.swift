internal import EventLog
internal import MailLedger

/// Why a ledger in the database takes no writes, as the row of its head says it in words.
///
/// The row is changed under the lock of the writer, and only from a known state to the next. So of two moves that meet
/// one is refused.
enum MoveSeal: Hashable {
    /// Its rows are a copy of a folder that is not sealed yet, or is, and the copy is not open yet.
    case adopting(from: String)
    /// Its rows are being copied into a folder, which takes no writes before the next state.
    case releasing(to: String)
    /// It lives in a folder.
    case released(to: String)

    /// Reads a sentence; nil if it is no such seal.
    init?(_ text: String) {
        func folder(_ start: String, _ end: String) -> String? {
            guard text.hasPrefix(start), text.hasSuffix(end), text.count >= start.count + end.count else { return nil }
            return String(text.dropFirst(start.count).dropLast(end.count))
        }
        if let folder = folder(Self.fromStart, Self.adoptEnd) {
            self = .adopting(from: folder)
        } else if let folder = folder(Self.toStart, Self.releaseEnd) {
            self = .releasing(to: folder)
        } else if let folder = folder(Self.released, "") {
            self = .released(to: folder)
        } else {
            return nil
        }
    }

    private static let fromStart = "its move from "
    private static let toStart = "its move to "
    private static let adoptEnd = " has not ended: 'fleet adopt' again ends it"
    private static let releaseEnd = " has not ended: 'fleet release' again ends it"
    private static let released = "it has moved to "
}

extension MoveSeal: CustomStringConvertible {
    var description: String {
        switch self {
        case .adopting(let folder): Self.fromStart + folder + Self.adoptEnd
        case .releasing(let folder): Self.toStart + folder + Self.releaseEnd
        case .released(let folder): Self.released + folder
        }
    }
}

extension LedgerLocation {
    /// Whether a move has sealed the folder, be it under way or ended.
    ///
    /// The ids say which ledger is on the server, however the URL was written then.
    ///
    /// - Throws: ``EventLogError/movedAway(path:to:)`` if it moved to no server.
    func hasMovedToServer() throws(EventLogError) -> Bool {
        guard let place = movedTo else { return false }
        guard LedgerURL.isURL(place) else { throw .movedAway(path: directory, to: place) }
        return true
    }
}
