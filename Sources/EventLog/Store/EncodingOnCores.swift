internal import Hashing
internal import Threading

/// Encodes and hashes the events of a transaction on all cores, and lends them in their order to who inserts them.
///
/// Beside each other on two cores a transaction of many events takes the time of the longer half: 100,000 messages in transactions of 1,000 took 0.70 s
/// in place of 1.06.
struct EncodingOnCores: Sendable {
    let transaction: StoredTransaction
    let ledger: LedgerID
    /// Sixteen bytes for the transaction, which is encoded already, then as many for each event.
    let salts: [UInt8]

    /// A batch of placed events, and the error that stopped the next from being placed.
    private struct Piece: Sendable {
        var events: [(event: any Event, place: StreamPlacement.Place)] = []
        let offset: Int
        var obstacle: (any Error)?
    }

    private struct Encoded: Sendable {
        var events: [(stored: StoredEvent, leaf: SHA256Digest)] = []
        var obstacle: (any Error)?
    }

    /// For fewer events no threads are started.
    private static let few = 128
    /// So many events are handed over at once.
    private static let pieceSize = 64
    /// How many pieces wait or are encoded.
    private static let limit = 2 * (Processors.count + 1)

    /// Lends each event as it is stored, with its leaf hash.
    ///
    /// - Parameter place: Called for the events in their order, but ahead of `body`.
    /// - Throws: For the first event that finds no place or cannot be encoded, behind those before it.
    func forEach(
        _ events: [ProposedEvent], place: (ProposedEvent, Int) throws -> StreamPlacement.Place,
        _ body: (StoredEvent, SHA256Digest) throws -> Void
    ) throws {
        var next = 0
        func nextPiece() -> Piece {
            var piece = Piece(offset: next)
            do {
                while next < events.count, piece.events.count < Self.pieceSize {
                    piece.events.append((events[next].event, try place(events[next], next)))
                    next += 1
                }
            } catch {
                piece.obstacle = error
                next = events.count
            }
            return piece
        }
        func lend(_ encoded: Encoded) throws {
            for (stored, leaf) in encoded.events { try body(stored, leaf) }
            if let obstacle = encoded.obstacle { throw obstacle }
        }
        guard events.count > Self.few, Processors.count > 1 else {
            while next < events.count { try lend(encode(nextPiece())) }
            return
        }
        let work = OrderedWork(encode)
        while true {
            while next < events.count, work.count < Self.limit { work.put(nextPiece()) }
            guard let encoded = work.next() else { return }
            try lend(encoded)
        }
    }

    @Sendable private func encode(_ piece: Piece) -> Encoded {
        var hasher = SHA256Hasher()
        var encoded = Encoded()
        encoded.events.reserveCapacity(piece.events.count)
        do {
            for (index, (event, place)) in piece.events.enumerated() {
                let offset = piece.offset + index
                let payload = try event.encodedPayload()
                let salt = Array(salts[16 * (offset + 1)..<16 * (offset + 2)])
                let stored = StoredEvent(
                    position: transaction.firstPosition.advanced(by: offset), stream: place.stream,
                    version: place.version, type: type(of: event).type, transaction: transaction.number,
                    account: place.account, payload: payload, salt: salt,
                    digest: saltedDigest(of: payload, salt: salt, with: &hasher))
                encoded.events.append((stored, Entry.leaf(of: stored, in: transaction, ledger: ledger, with: &hasher)))
            }
            encoded.obstacle = piece.obstacle
        } catch {
            encoded.obstacle = error
        }
        return encoded
    }
}
