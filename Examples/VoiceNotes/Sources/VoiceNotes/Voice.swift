public import EventLog
public import MailLedger
public import Projections
import SQLiteDatabase

/// Recordings: a context that a program of its own brings into the log of a ledger.
public enum Voice: LedgerContext {
    public static let name = "voice"

    public static var events: [any Event.Type] {
        [
            RecordingAdded.self, RecordingRenamed.self, RecordingDeleted.self, RecordingRestored.self,
            RecordingErased.self,
        ]
    }

    public static var projections: [any Projection.Type] { [RecordingsProjector.self] }

    public static var things: [ThingKind] {
        [
            ThingKind(
                "recording", startedBy: RecordingAdded.self, in: "recording", stream: "recording.id",
                uuid: "recording.uuid", title: "recording.title", fields: ["title", "transcript"],
                tables: [RecordingsProjector.table])
        ]
    }

    public static var requests: [RequestEntry] {
        [.command(AddRecording.self), .command(RenameRecording.self), .query(ListRecordings.self)]
    }

    public static func makeUndoing(_ walk: UndoWalk) -> any ContextUndoing { VoiceUndoing(reader: walk.reader) }

    public static func erasing(_ first: any Event, count: Int) -> (any Event)? {
        (first as? RecordingAdded).map { RecordingErased(recording: $0.id, events: count) }
    }
}

/// Takes back what was done to recordings, while it still holds.
struct VoiceUndoing: ContextUndoing {
    let reader: LedgerReader
    // What they will be after the events planned so far.
    var planned: [StreamID: Recording] = [:]

    mutating func answer(to event: any Event, _ recorded: RecordedEvent) throws -> UndoAnswer {
        let now = try planned[recorded.stream] ?? Recording.withStream(recorded.stream, on: reader.connection)
        guard var recording = now else { return .events([]) }
        let back: any Event
        switch event {
        case is RecordingAdded, is RecordingRestored:
            guard !recording.isDeleted else { return .events([]) }
            recording.isDeleted = true
            back = RecordingDeleted(recording: recording.id)
        case is RecordingDeleted:
            guard recording.isDeleted else { return .events([]) }
            recording.isDeleted = false
            back = RecordingRestored(recording: recording.id)
        case let renamed as RecordingRenamed:
            guard recording.title == renamed.title.new else {
                return .obstacle("the recording is called \"\(recording.title)\" since", changeOf: recording.stream)
            }
            recording.title = renamed.title.old
            back = RecordingRenamed(recording: recording.id, title: renamed.title.inverse)
        default: return .events([])
        }
        planned[recorded.stream] = recording
        return .events([recording.event(back)])
    }
}
