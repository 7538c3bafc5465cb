public import Cryptography
public import Domain
internal import EventLog

extension NoteAdded: ContentNaming {
    public var namedContents: [SHA256Digest] { [audio?.content].compactMap(\.self) }
}

extension NoteChanged: ContentNaming {
    public var namedContents: [SHA256Digest] { [audio?.old?.content, audio?.new?.content].compactMap(\.self) }
}

extension ActionStatusChanged: ContentNaming {
    public var namedContents: [SHA256Digest] {
        [execution?.old?.calendar, execution?.new?.calendar].compactMap(\.self)
    }
}
