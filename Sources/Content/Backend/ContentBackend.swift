public import Hashing

/// Keeps the rows and the pieces of a ``ContentStore``, which compresses, checks and streams above it.
///
/// ```swift
/// try backend.batch { writer in try writer.insert(frame, of: digest, size: 4_096) }
/// try backend.load([digest]) { _, row, frame in … }
/// ```
///
/// A content is one row: its digest, its size, and a frame of bytes that mean nothing here. Frames of contents of more than
/// ``largestRow`` bytes are kept beside the row, in pieces. A backend is used by one thread at a time; others share what it
/// keeps by backends of their own, and see each batch as a whole or not at all.
///
/// All calls throw ``ContentError``. Lists are asked for at once since a question may cross a network: callers ask for
/// hundreds, and bound the bytes themselves by what ``find(_:)`` says.
public protocol ContentBackend: AnyObject {
    /// Names the place in errors.
    var path: String { get }
    /// Frames of contents up to this many bytes are kept in the row.
    var largestRow: Int { get }

    // MARK: Asking

    /// Returns the row of each content, in the order of the question; nil where none is stored.
    ///
    /// Within a batch it sees what the batch wrote.
    func find(_ digests: [SHA256Digest]) throws -> [ContentRow?]
    /// Lends the row and the frame of each content that is stored, by its place in the question; in any order.
    ///
    /// The frame is empty where the row is in pieces. The closure calls nothing of this backend.
    func load(_ digests: [SHA256Digest], _ body: (Int, ContentRow, borrowing Span<UInt8>) throws -> Void) throws
    /// Opens the pieces of a content from their first byte.
    ///
    /// - Throws: `ContentError.missing` where they are gone, `ContentError.corrupt` where they are not as long as the row says.
    func openPieces(of row: ContentRow) throws -> any ContentPieces
    /// Whether the pieces of a content are there, as long as its row says.
    func hasPieces(of row: ContentRow) throws -> Bool
    /// Returns up to `count` contents that come after one in an order; none behind the last.
    ///
    /// - Complexity: O(count) besides the way to the first.
    func page(_ order: ContentOrder, after last: ContentEntry?, count: Int) throws -> [ContentEntry]
    /// The highest number of a row; 0 where there is none. O(1).
    func lastNumber() throws -> Int64
    /// Counts rows and their bytes. O(contents), without their frames.
    func statistics() throws -> ContentStatistics

    // MARK: Writing

    /// Runs what writes, in one commit that lasts when the call returns; nothing of it is kept when the closure throws.
    ///
    /// - Throws: `ContentError.busy` where another writes for too long, or this backend within the closure;
    ///   `ContentError.notWritable`.
    func batch<Output>(_ body: (any ContentWriter) throws -> Output) throws -> Output
    /// Removes contents with their pieces in one commit; those that are not there are no error.
    func remove(_ digests: [SHA256Digest]) throws

    // MARK: Care

    /// Leaves no copy of what was removed where the engine itself kept one; false while somebody reads what was before.
    ///
    /// - Complexity: Linear in all that is stored.
    func purge() throws -> Bool
    /// Makes the way by digest agree with the rows, and returns whether it does.
    func mend() throws -> Bool
    /// Lends the place of each piece that no row names, until the closure is false.
    func forEachLeftover(_ body: (_ place: String) throws -> Bool) throws
    /// Removes pieces that no row names and that a store made, and returns how many; no batch runs meanwhile.
    func removeLeftovers() throws -> Int
}

/// Writes within one ``ContentBackend/batch(_:)``.
public protocol ContentWriter: AnyObject {
    /// Adds a content that has no row yet.
    func insert(_ frame: [UInt8], of digest: SHA256Digest, size: Int64) throws
    /// Begins the frame of a content that is too large for a row, and whose digest is known at its end.
    func makePieces() throws -> any ContentPieceWriter
}

/// Takes the frame of one content; dropped before it is published it leaves nothing behind.
public protocol ContentPieceWriter: AnyObject {
    /// Writes behind what was written last; the bytes are cut into pieces as the engine likes.
    func append(_ bytes: borrowing Span<UInt8>) throws
    /// Makes what was written the content of a digest: a new row, or new pieces for the one that is there.
    func publish(as digest: SHA256Digest, size: Int64) throws
}

/// Reads the frame of one content that is kept in pieces.
public protocol ContentPieces: AnyObject {
    /// Fills the front of a buffer with what follows, and returns how many bytes there were: 0 at the end.
    func read(into buffer: inout [UInt8]) throws -> Int
}
