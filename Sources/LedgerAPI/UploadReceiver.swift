internal import HTTPServing
internal import MailLedger
internal import Synchronization

/// Writes the body of an upload to a file as it comes.
final class UploadReceiver: HTTPReceiver {
    private struct State {
        var file: UploadedFile?
        var failure: (any Error)?
    }

    let limit = BlobUploads.longest
    private let pool: WorkPool
    private let whenOver: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameter pool: Does the writing, since the thread of the server must not wait.
    init(by pool: WorkPool, whenOver: @escaping @Sendable () -> Void) {
        self.pool = pool
        self.whenOver = whenOver
    }

    func take(_ piece: [UInt8], _ goOn: @escaping @Sendable () -> Void) {
        let isTaken = pool.submit { [self] ledger in
            write(piece, ledger)
            goOn()
        }
        guard !isTaken else { return }
        state.withLock { $0.failure = APIFailure.busy }
        goOn()
    }

    /// The rest of a body of which a piece could not be written is passed over: no answer can be given amid it.
    private func write(_ piece: [UInt8], _ ledger: Ledger) {
        do {
            guard state.withLock({ $0.failure == nil }) else { return }
            try file(ledger).write(piece)
        } catch {
            state.withLock { $0.failure = error }
        }
    }

    /// Returns the file, with all that came.
    ///
    /// - Throws: What kept a piece from being written.
    func file(_ ledger: Ledger) throws -> UploadedFile {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        if let file = state.withLock({ $0.file }) { return file }
        let file = try Self.begin(ledger)
        state.withLock { $0.file = file }
        return file
    }

    /// Begins a file for a body.
    static func begin(_ ledger: Ledger) throws -> UploadedFile {
        guard let uploads = ledger.mail.blobs else { throw APIFailure.notFound }
        return try uploads.begin()
    }

    func end() {
        let file = state.withLock { state in
            state.failure = state.failure ?? APIFailure.busy
            return state.file.take()
        }
        // A piece may still be on its way to the file: that goes with the last one that holds it.
        _ = file.map { file in pool.submit { _ in file.discard() } }
        whenOver()
    }
}
