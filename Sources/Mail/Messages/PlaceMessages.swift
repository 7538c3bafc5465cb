public import EventLog

/// Takes messages off some folders and puts them into others; one that leaves a folder for another is moved.
public struct PlaceMessages: Hashable, Sendable {
    public init() {}

    /// Decides on a message that is in another folder, too, or goes to one.
    ///
    /// - Parameter live: The account's folders that live.
    public func decide(
        _ message: MessageState, from leaving: [FolderState], to entering: [FolderState], live: Set<FolderID>
    ) throws -> [ProposedEvent] {
        var events: [ProposedEvent] = []
        var message = message
        func take(_ decided: [ProposedEvent]) {
            message = decided.reduce(message) { $0.applying($1.event) }
            events += decided
        }
        for (old, new) in zip(leaving, entering) {
            take(try MoveMessages().decide([message], to: new, from: [old.id]))
        }
        for folder in entering.dropFirst(leaving.count) {
            take(try FileMessages().decide([message], to: folder, live: live))
        }
        for folder in leaving.dropFirst(entering.count) {
            take(try UnfileMessages().decide([message], from: folder, live: live))
        }
        return events
    }
}
