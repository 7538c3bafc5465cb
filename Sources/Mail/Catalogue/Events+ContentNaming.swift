public import Cryptography
public import Domain
internal import EventLog

extension MessageAdded: ContentNaming {
    public var namedContents: [SHA256Digest] { [copy.raw] }
}

extension MessageBodyLoaded: ContentNaming {
    public var namedContents: [SHA256Digest] { [raw.old, raw.new] }
}

extension MessageCopied: ContentNaming {
    public var namedContents: [SHA256Digest] { [copy.raw] }
}

extension CopyRemoved: ContentNaming {
    public var namedContents: [SHA256Digest] { [copy.raw] }
}
