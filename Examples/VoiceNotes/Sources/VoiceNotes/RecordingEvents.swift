public import Domain
public import EventLog

/// Names a recording for good.
public struct RecordingID: Identifier {
    public let uniqueID: UniqueID
    public init(_ uniqueID: UniqueID) { self.uniqueID = uniqueID }
}

/// Somebody spoke: this event begins the stream of a recording.
public struct RecordingAdded: Event {
    public static let type = EventType("voice.recording-added", schema: 1)
    let id: RecordingID
    let title: String
    let transcript: String
}

public struct RecordingRenamed: Event {
    public static let type = EventType("voice.recording-renamed", schema: 1)
    let recording: RecordingID
    let title: Change<String>
}

public struct RecordingDeleted: Event {
    public static let type = EventType("voice.recording-deleted", schema: 1)
    let recording: RecordingID
}

public struct RecordingRestored: Event {
    public static let type = EventType("voice.recording-restored", schema: 1)
    let recording: RecordingID
}

/// What a recording said is gone from the log; that there was one stays.
public struct RecordingErased: ErasingEvent {
    public static let type = EventType("voice.recording-erased", schema: 1)
    public static let kind = "recording"
    let recording: RecordingID
    public let events: Int
    public var erasedID: UniqueID { recording.uniqueID }
    public var erasedFrom: AccountID? { nil }
}
