import Domain
import EventLog
public import MailLedger

/// Adds a recording.
public struct AddRecording: LedgerCommand {
    public static let name = "add-recording"
    public typealias Answer = String
    public var title: String
    public var transcript: String

    public init(title: String, transcript: String) {
        (self.title, self.transcript) = (title, transcript)
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        guard !title.isEmpty else { throw DomainError.invalid(field: "title", reason: "is empty") }
        let added = RecordingAdded(id: RecordingID(reader.newID()), title: title, transcript: transcript)
        return Decision([ProposedEvent(added, target: .noStream, account: .none)]) { _ in title }
    }
}

/// Gives a recording, named by its title or the first digits of its id, another title.
public struct RenameRecording: LedgerCommand {
    public static let name = "rename-recording"
    public typealias Answer = String
    public var recording: String
    public var title: String

    public init(_ recording: String, to title: String) {
        (self.recording, self.title) = (recording, title)
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let stream = try reader.stream(of: "recording", named: recording)
        guard let known = try Recording.withStream(stream, on: reader.connection), !known.isDeleted else {
            throw DomainError.notFound(kind: "recording", name: recording)
        }
        let change = Change(from: known.title, to: title)
        let events = change.map { [known.event(RecordingRenamed(recording: known.id, title: $0))] } ?? []
        return Decision(events) { _ in title }
    }
}

/// Lists the titles of the recordings.
public struct ListRecordings: LedgerQuery {
    public static let name = "list-recordings"
    public typealias Answer = [String]
    public init() {}

    public func answer(from reader: LedgerReader) throws -> Answer {
        try Recording.all(on: reader.connection).map(\.title)
    }
}
