public import Cryptography
public import EventLog

/// An event that refers to content of the content store.
///
/// While it is in the log and not erased, the content stays: collection removes it only once no such event refers to
/// it.
public protocol ContentNaming: Event {
    var namedContents: [SHA256Digest] { get }
}
