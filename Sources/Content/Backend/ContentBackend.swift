public import Cryptography

/// Keeps the rows and the pieces of a ``ContentStore``, which compresses, checks and streams above it.
///
/// ```swift
/// try backend.batch { writer in try writer.insert(frame, of: digest, size: 4_096) }
/// try backend.load([digest]) { _, row, frame in … }
/// ```
///
/// A content is one row: its digest, its size, and a frame of bytes that mean nothing here. Frames of contents of more
/// than ``largestRow`` bytes are kept beside the row, in pieces. One thread at a time uses a backend. Others access the
/// same contents through their own backends, and see each batch as a whole or not at all.
///
/// All calls throw ``ContentError``. Calls take lists because a question may cross a network: callers ask for hundreds
/// at a time, and limit the bytes themselves by the results of ``find(_:)``.
public protocol ContentBackend: AnyObject {
    /// The name of the place in errors.
    var path: String { get }
    /// The largest content, in bytes, whose frame is kept in its row.
    var largestRow: Int { get }

    // MARK: Asking

    /// Returns the dictionary of the frames in rows; nil if they are made without one.
    ///
    /// A frame that was made without one may still be among them, and pieces never need one.
    func dictionary() throws -> ContentDictionary?
    /// Writes a lost or damaged copy of the dictionary again, if it can.
    func mendDictionary() throws
    /// Describes a copy of the dictionary that the engine keeps and that is damaged; nil if there is none.
    func faultOfDictionary() throws -> String?
    /// Returns the row of each content, in the order of the question; nil if it is not stored.
    ///
    /// Within a batch it sees what the batch wrote.
    func find(_ digests: [SHA256Digest]) throws -> [ContentRow?]
    /// Lends the row and the frame of each stored content, with its index in the question; in any order.
    ///
    /// The frame is empty if the row is in pieces. The closure must not call this backend.
    func load(_ digests: [SHA256Digest], _ body: (Int, ContentRow, borrowing Span<UInt8>) throws -> Void) throws
    /// Opens the pieces of a content from their first byte.
    ///
    /// - Throws: `ContentError.missing` if they are gone, `ContentError.corrupt` if their length differs from the
    ///   row's.
    func openPieces(of row: ContentRow) throws -> any ContentPieces
    /// Whether the pieces of a content are there, with the length that its row states.
    func hasPieces(of row: ContentRow) throws -> Bool
    /// Returns up to `count` contents that follow one in an order; none after the last.
    ///
    /// - Complexity: O(count), and the search for the first.
    func page(_ order: ContentOrder, after last: ContentEntry?, count: Int) throws -> [ContentEntry]
    /// The highest number of a row; 0 if there is none. O(1).
    func lastNumber() throws -> Int64
    /// Counts rows and their bytes. O(contents), without their frames.
    func statistics() throws -> ContentStatistics

    // MARK: Writing

    /// Runs a closure that writes, in one commit that is durable when the call returns; if the closure throws, nothing
    /// is kept.
    ///
    /// - Throws: `ContentError.busy` if another process writes for too long, or if the closure calls this backend's
    ///   `batch`; `ContentError.notWritable`.
    func batch<Output>(_ body: (any ContentWriter) throws -> Output) throws -> Output
    /// Removes contents with their pieces in one commit; contents that are not there are no error.
    func remove(_ digests: [SHA256Digest]) throws

    // MARK: Care

    /// Removes the copies of removed contents that the engine itself kept; false while a reader uses an earlier state.
    ///
    /// - Complexity: Linear in all that is stored.
    func purge() throws -> Bool
    /// Makes the index of digests agree with the rows, and returns whether it does.
    func mend() throws -> Bool
    /// Describes a disagreement between the index of digests and the rows; nil if there is none.
    ///
    /// - Complexity: Linear in all that is stored.
    func faultOfIndex() throws -> String?
    /// Lends the place of each piece that no row refers to, until the closure returns false.
    func forEachLeftover(_ body: (_ place: String) throws -> Bool) throws
    /// Removes pieces that a store made and no row refers to, and returns their number; no batch may run meanwhile.
    func removeLeftovers() throws -> Int
}

extension ContentBackend {
    /// An engine whose index cannot disagree has no fault.
    public func faultOfIndex() throws -> String? { nil }
}

/// Writes within one ``ContentBackend/batch(_:)``.
public protocol ContentWriter: AnyObject {
    /// Adds a content that has no row yet.
    func insert(_ frame: [UInt8], of digest: SHA256Digest, size: Int64) throws
    /// Begins the frame of a content that is too large for a row, and whose digest is known only at its end.
    func makePieces() throws -> any ContentPieceWriter
}

/// Writes the frame of one content; if it is dropped before it is published, it leaves nothing behind.
public protocol ContentPieceWriter: AnyObject {
    /// Appends bytes; the engine decides how to cut them into pieces.
    func append(_ bytes: borrowing Span<UInt8>) throws
    /// Makes the written bytes the content of a digest: a new row, or new pieces for an existing one.
    func publish(as digest: SHA256Digest, size: Int64) throws
}

/// Reads the frame of one content that is kept in pieces.
public protocol ContentPieces: AnyObject {
    /// Fills the front of a buffer with the next bytes, and returns their number: 0 at the end.
    func read(into buffer: inout [UInt8]) throws -> Int
}
