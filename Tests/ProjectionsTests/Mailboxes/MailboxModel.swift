import EventLog
import Mail

/// What mailboxes should contain, worked out from one event after another in plain values: it knows no tables.
struct MailboxModel {
    struct Row: Equatable {
        let uid: Int64
        let message: StreamID
        /// All keywords as they are written, and `\Deleted`.
        var flags: Set<String>
        var modSeq: Int64
        var left: Int64?
    }

    private(set) var rows: [FolderID: [Row]] = [:]
    private(set) var messages: [StreamID: MessageState] = [:]

    mutating func add(_ added: MessageAdded, stream: StreamID, account: StreamID, at position: Int64) {
        messages[stream] = MessageState(added, stream: stream, accountStream: account)
        settle(stream, at: position, hasOtherBytes: false)
    }

    mutating func apply(_ event: any Event, to stream: StreamID, at position: Int64) {
        if event is MessageErased {
            messages[stream] = nil
            for folder in rows.keys { rows[folder]?.removeAll { $0.message == stream } }
            return
        }
        messages[stream] = messages[stream]?.applying(event)
        settle(stream, at: position, hasOtherBytes: event is MessageBodyLoaded)
    }

    private mutating func settle(_ stream: StreamID, at position: Int64, hasOtherBytes: Bool) {
        guard let message = messages[stream] else { return }
        let copies = Dictionary(grouping: message.isDeleted ? [] : message.copies, by: \.folder)
        for folder in Set(rows.keys).union(copies.keys) {
            let flags = copies[folder].map { copies in
                let isStruckOut = copies.allSatisfy { $0.flags.contains("T") }
                return Set(message.keywords.map(\.text) + (isStruckOut ? ["\\Deleted"] : []))
            }
            let place = rows[folder]?.firstIndex { $0.message == stream && $0.left == nil }
            if let place, flags == nil || hasOtherBytes {
                rows[folder]?[place].left = position
                rows[folder]?[place].modSeq = position
            }
            guard let flags else { continue }
            if let place, !hasOtherBytes {
                guard rows[folder]?[place].flags != flags else { continue }
                rows[folder]?[place].flags = flags
                rows[folder]?[place].modSeq = position
            } else {
                rows[folder, default: []].append(
                    Row(uid: position, message: stream, flags: flags, modSeq: position, left: nil))
            }
        }
    }

    // MARK: Answers

    func present(in folder: FolderID) -> [Row] {
        (rows[folder] ?? []).filter { $0.left == nil }
    }

    func vanished(in folder: FolderID, since modSeq: Int64) -> [UInt32] {
        (rows[folder] ?? []).filter { ($0.left ?? 0) > modSeq }.map { UInt32($0.uid) }
    }
}
