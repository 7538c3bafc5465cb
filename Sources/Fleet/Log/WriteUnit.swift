internal import Cryptography
internal import EventLog
internal import LibPQ

/// What one writer's transaction has read and written so far.
struct WriteUnit {
    /// The end of the log, with what this transaction appended.
    var head: LogHead
    /// The end of the log when the lock was taken.
    let start: LogHead
    /// The leaf of the event there; nil for an empty log.
    let leaf: SHA256Digest?
    /// Whether a transaction or an event was written.
    var hasAppended = false
    /// The first transaction that was appended: by its digest, which a salt makes unlike all others, it is found again.
    var firstAppended: StoredTransaction?
    /// Rows that were not sent yet; those of contents as statements.
    var contents: [PostgresStatement] = []
    var transactions: [StoredTransaction] = []
    var events: [(event: StoredEvent, leaf: SHA256Digest)] = []
    var hasRows: Bool { !contents.isEmpty || !transactions.isEmpty || !events.isEmpty }
    /// Contents that this transaction stores, and others that it found and its events may name.
    var storedContents: Set<SHA256Digest> = []
    var foundContents: Set<SHA256Digest> = []
    /// The transaction whose events are still coming, when another log is copied.
    var open: StoredTransaction?
    /// How many events the streams have that this transaction wrote to.
    var versions: [StreamID: Int] = [:]
    /// All statements that were sent, to be sent again if the commit was lost; nil when they are too many to keep.
    private(set) var sent: [PostgresStatement]? = []
    private var sentBytes = 0

    /// The number of bytes that are kept to be sent again: the largest unit of work of a person is a fraction of it.
    private static let kept = 64 << 20

    init(head: LogHead, leaf: SHA256Digest?) {
        self.head = head
        self.leaf = leaf
        start = head
    }

    /// Keeps statements that are being sent.
    mutating func keep(_ statements: [PostgresStatement]) {
        sentBytes += statements.reduce(0) { $0 + $1.size }
        if sentBytes <= Self.kept { sent?.append(contentsOf: statements) } else { sent = nil }
    }
}
