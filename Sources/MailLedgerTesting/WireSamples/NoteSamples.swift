public import EventLog
public import Notes
public import WireModels

extension NoteResponse {
    public static func sample(
        transcript: String = "The engine weaves algebraic patterns.", duration: Int? = 200,
        actions: [ActionResponse] = [.sample(.calendar, status: .executed), .sample(.nextStep)]
    ) -> NoteResponse {
        NoteResponse(
            id: WireSample.id(2), title: "On the engine", transcript: transcript, summary: "Patterns",
            duration: duration, audioUrl: "https://audio.example.org/2.m4a", folderId: WireSample.id(4),
            folderName: "Ideas", tags: ["engine", "algebra"], isPinned: true, aiProcessed: true, actions: actions,
            createdAt: WireSample.time(), updatedAt: WireSample.time(minutes: 2))
    }
}

extension NoteListItem {
    public static func sample() -> NoteListItem { NoteListItem(.sample()) }
}

extension Page<NoteListItem> {
    public static func sample(items: [NoteListItem] = [.sample()], total: Int = 21, page: Int = 2) -> NoteListResponse {
        NoteListResponse(items: items, total: total, page: page, perPage: 20)
    }
}

extension NoteCreateRequest {
    public static func sample() -> NoteCreateRequest {
        NoteCreateRequest(
            title: "On the engine", transcript: "The engine weaves algebraic patterns.", summary: "Patterns",
            duration: 200, audioUrl: "https://audio.example.org/2.m4a", folderId: WireSample.id(4), tags: ["engine"])
    }
}

extension NoteUpdateRequest {
    public static func sample(folderId: FieldUpdate<UniqueID> = .clear) -> NoteUpdateRequest {
        NoteUpdateRequest(
            title: "On engines", transcript: "They weave.", summary: "Weaving", folderId: folderId, tags: [],
            isPinned: false, isArchived: true)
    }
}

extension NoteSearchParams {
    public static func sample() -> NoteSearchParams {
        NoteSearchParams(
            q: "engine", folderId: WireSample.id(4), tags: ["engine"], isPinned: true, isArchived: false,
            startDate: WireSample.time(), endDate: WireSample.time(minutes: 60), page: 2, perPage: 50)
    }
}

extension UnifiedSearchResponse {
    public static func sample() -> UnifiedSearchResponse {
        UnifiedSearchResponse(
            folders: [.sample(children: [])], notes: [.sample()],
            messages: [
                MessageListItem(
                    id: WireSample.id(6), thread: WireSample.id(7), subject: "The engine", snippet: "It weaves",
                    receivedAt: WireSample.time())
            ],
            threads: [
                ThreadListItem(
                    id: WireSample.id(7), subject: "The engine", messageCount: 3,
                    lastDate: WireSample.time(minutes: 9))
            ])
    }
}
