public import EventLog
public import Hashing

/// An event that names content of the content store.
///
/// While it stands in the log and is not erased, the content stays: it may be collected only when no such event names it.
public protocol ContentNaming: Event {
    var namedContents: [SHA256Digest] { get }
}
