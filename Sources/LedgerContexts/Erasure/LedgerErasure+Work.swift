internal import Content
internal import Cryptography
public import EventLog
package import LedgerKernel
internal import SQLiteDatabase

extension LedgerErasure {
    /// The remaining steps of an erasure that was killed, or that another process prevented; usually empty.
    public func pending() throws -> ErasureSteps {
        try ledger.store.erasureWork()?.steps ?? []
    }

    /// Continues an unfinished erasure, and returns whether there was one.
    ///
    /// If another process is working on it, or prevents a step, the rest waits for the next time.
    package func resumeErasure() throws -> Bool {
        guard try ledger.store.erasureWork() != nil, let lock = try? ledger.stores.locks.lockErasure(patience: .zero)
        else {
            return false
        }
        return try withExtendedLifetime(lock) {
            _ = try finishErasure()
            return true
        }
    }

    /// Keeps other erasures out; what one of them left behind is done first.
    package func withErasureLock<Output>(_ body: () throws -> Output) throws -> Output {
        guard let lock = try ledger.stores.locks.lockErasure(patience: .seconds(10)) else {
            throw EventLogError.busy(holder: "another process, which is erasing")
        }
        return try withExtendedLifetime(lock) { try body() }
    }

    /// Carries out the remaining steps, and returns those that another process prevents.
    ///
    /// - Parameter tries: How often to try, ten times a second, while others have read models of before open.
    package func finishErasure(
        tries: Int = 1, progress: @escaping Views.Progress = { _, _ in true }
    ) throws -> ErasureSteps {
        var remaining = try ledger.stores.place.finishErasure(in: ledger) { try runSteps(progress: progress) }
        for _ in 1..<tries where remaining.contains(.views) {
            ledger.stores.place.pause(milliseconds: 100)
            remaining = try ledger.stores.place.finishErasure(in: ledger) { try runSteps(progress: progress) }
        }
        return remaining
    }

    private func runSteps(progress: @escaping Views.Progress) throws -> ErasureSteps {
        guard let work = try ledger.store.erasureWork() else { return [] }
        // In this order: the log's file is rewritten when no step needs its old form any more.
        let steps: [(ErasureSteps, () throws -> Bool)] = [
            (.contents, removeErasedContents),
            (.views, { try self.replaceViews(through: work.viewsGeneration, progress: progress) }),
            (.search, discardTexts),
            (.log, purgeLog),
            (.journal, ledger.store.truncateJournal),
        ]
        var failure: (any Error)?
        for (step, run) in steps where work.steps.contains(step) {
            do {
                if try run() { try ledger.store.endErasureStep(step) }
            } catch let error where StorageCondition(error) == .busy {
                continue
            } catch EventLogError.busy, ContentError.busy {
                continue
            } catch EventLogError.cancelled {
                throw EventLogError.cancelled
            } catch  where step == .views {
                // A file that cannot be removed keeps erased words, and the other steps can still be done.
                failure = error
            }
        }
        if let failure { throw failure }
        return try pending()
    }

    private func removeErasedContents() throws -> Bool {
        guard !ledger.content.isStandIn else { return true }
        // They may hold what is erased, in a message or as one.
        try ledger.stores.blobs?.removeAll()
        try ledger.writing.collecting(patience: LedgerMaintenance.contentPatience) {
            try ledger.store.withWriterLock {
                try ledger.content.remove(ledger.stores.unnamed(among: Set(ledger.store.erasureContents())))
                // A killed import may have left the same bytes without a name.
                try ledger.content.removeLeftovers()
            }
        }
        return try ledger.content.purge()
    }

    /// Removes the index and the facts; the next question makes others.
    private func discardTexts() throws -> Bool {
        try ledger.location?.factFiles(canWrite: true).removeAll()
        return try ledger.stores.search.discard()
    }

    private func replaceViews(through generation: Int64, progress: @escaping Views.Progress) throws -> Bool {
        for projection in ledger.stores.added { projection.letGo() }
        if let location = ledger.location {
            try AddedProjection.removeAll(in: location.addedViewsDirectory, on: location.files)
        }
        if let location = ledger.location {
            try PastViews.removeAll(in: location.viewsDirectory, on: location.files)
        }
        return try ledger.stores.views.replaceGenerations(through: generation, progress: progress)
    }

    /// Replaces what this machine keeps of erased things beside the log: read models, texts and uploads.
    ///
    /// From then on nothing is answered from what was before. Another thread or process may still have it open:
    /// ``hasForgotten(through:)`` says when it is gone.
    ///
    /// - Returns: The last generation of the read models that may have something of it.
    package func forgetHere() throws -> Int64 {
        let last = try ledger.stores.register.latestGeneration()
        try ledger.stores.blobs?.removeAll()
        let views = Result { try replaceViews(through: last) { _, _ in true } }
        _ = try discardTexts()
        _ = try views.get()
        return last
    }

    /// Removes the read models up to a generation that nobody uses any more; returns whether none is left.
    package func hasForgotten(through generation: Int64) throws -> Bool {
        try replaceViews(through: generation) { _, _ in true }
    }

    /// Lets go of read models that others replaced, and carries on what is left of forgetting.
    ///
    /// A program that keeps a ledger open without asking anything of it calls this now and then. Until then the files
    /// of before stay.
    package func rest() throws {
        try ledger.stores.views.letGoIfReplaced()
        _ = try ledger.stores.place.forgetErased(in: ledger)
        // The command that erased may have ended before everybody let go.
        if ledger.canWrite { _ = try resumeErasure() }
    }

    /// Returns where else bytes of what was erased may be; nil for a ledger of one machine.
    package func copiesElsewhere() throws -> CopiesElsewhere? { try ledger.stores.place.copiesElsewhere() }

    // Not before the digests of contents are gone from it.
    private func purgeLog() throws -> Bool {
        guard try !pending().contains(.contents) else { return false }
        try ledger.store.purge()
        return true
    }
}
