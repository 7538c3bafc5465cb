internal import Content

/// Reads the pieces of a content, each by a statement of its own: nothing stays open on the server between them.
final class PostgresPieces: ContentPieces {
    private let row: ContentRow
    private let backend: PostgresContentBackend
    private var piece: (number: Int64, bytes: [UInt8]) = (-1, [])
    private var offset = 0
    /// The bytes that are still to come.
    private var rest: Int64

    init(of row: ContentRow, in backend: PostgresContentBackend) {
        self.row = row
        self.backend = backend
        rest = row.storedSize
    }

    /// - Throws: `ContentError.missing` if somebody removed the content meanwhile.
    func read(into buffer: inout [UInt8]) throws -> Int {
        while offset == piece.bytes.count {
            guard rest > 0 else { return 0 }
            guard let next = try backend.piece(of: row.digest, after: piece.number) else {
                throw ContentError.missing(row.digest)
            }
            guard next.number == piece.number + 1 else {
                throw ContentError.corrupt(row.digest, reason: "it has no piece \(piece.number + 1)")
            }
            (piece, offset) = (next, 0)
            rest -= Int64(next.bytes.count)
        }
        let count = min(buffer.count, piece.bytes.count - offset)
        buffer.replaceSubrange(0..<count, with: piece.bytes[offset..<offset + count])
        offset += count
        return count
    }
}
