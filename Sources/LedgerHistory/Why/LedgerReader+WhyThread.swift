internal import EventLog
public import LedgerKernel
internal import Mail
internal import Projections

extension LedgerReader {
    /// Returns the references that made one thread of its messages, message by message in the order of recording.
    ///
    /// - Parameter name: The beginning of the id of any of its messages, deleted or not.
    /// - Parameter limit: The greatest number of its messages to explain; nil for all.
    /// - Complexity: O(the messages of the thread and their references).
    public func why(thread name: String, limit: Int? = nil) throws -> ThreadReason {
        let stream = try messageStream(name, includingDeleted: true)
        let evidence = try ThreadEvidence(of: stream, self)
        guard let first = evidence.members.first else {
            throw DomainError.notFound(kind: "thread with a message", name: name)
        }
        let live = Set(try ThreadsQuery(on: connection).messages(of: first.stream))
        let joins = try zip(evidence.members, evidence.links()).prefix(limit ?? .max).map { member, links in
            ThreadJoin(
                message: member.id, subject: member.headers.subject, messageID: member.headers.messageID,
                isLive: live.contains(member.stream),
                event: try historyEntry(at: Position(member.stream.rawValue)), links: links)
        }
        return ThreadReason(
            thread: first.id, members: joins, missing: evidence.missing(), count: evidence.members.count)
    }
}
