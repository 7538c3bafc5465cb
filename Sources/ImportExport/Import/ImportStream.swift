internal import EventLog
internal import Mailboxes
internal import Synchronization

/// The items of walks one by one; new ones are read and parsed.
final class ImportStream {
    struct Step: Sendable {
        let item: Item
        /// The index of its walk.
        let walk: Int
        /// The amount that all walks have passed.
        let passedFiles: Int
        let passedBytes: Int64
    }

    enum Item: Sendable {
        case message(ImportCandidate)
        /// Files that were taken before and have not changed.
        case unchanged(UnchangedFiles)
        /// A message that could not be read.
        case unreadable(SkippedFile)
        case skipped(SkippedFile)

        /// Whether it is a message, read or not.
        var isMail: Bool {
            if case .skipped = self { false } else { true }
        }
    }

    /// The start of a walk, which runs when the walks before it are over.
    typealias Start = @Sendable () throws -> MailboxWalk

    private var starts: ArraySlice<Start>
    private var walk: MailboxWalk?
    private var number = -1
    private let intake: CandidateReader
    private var filesBefore = 0
    private var bytesBefore: Int64 = 0

    init(_ starts: [Start], intake: CandidateReader) {
        self.starts = starts[...]
        self.intake = intake
    }

    func next() throws -> Step? {
        while true {
            if let found = walk?.next() { return try step(found) }
            filesBefore += walk?.passedFiles ?? 0
            bytesBefore += walk?.passedBytes ?? 0
            walk = nil
            guard let start = starts.popFirst() else { return nil }
            number += 1
            walk = try start()
        }
    }

    private func step(_ found: MailboxItem) throws -> Step {
        let item = try item(found)
        return Step(
            item: item, walk: number, passedFiles: filesBefore + (walk?.passedFiles ?? 0),
            passedBytes: bytesBefore + (walk?.passedBytes ?? 0))
    }

    private func item(_ found: MailboxItem) throws -> Item {
        switch found {
        case .skipped(let file): return .skipped(file)
        case .unchanged(let files): return .unchanged(files)
        case .message(let message):
            do {
                return .message(try intake.candidate(for: message))
            } catch let error as MailboxError {
                guard let skipped = error.skipped else { throw error }
                return .unreadable(skipped)
            }
        }
    }
}

extension MailboxWalk {
    /// Passes this walk, which has begun already, to the code that starts it; once.
    consuming func handedOver() -> ImportStream.Start {
        let waiting = Mutex<MailboxWalk?>(self)
        return {
            guard let walk = waiting.withLock({ $0.take() }) else { preconditionFailure("a walk is taken once") }
            return walk
        }
    }
}

extension ImportStream.Step {
    /// The limit for reading ahead, in bytes: about one transaction, so that the next is ready when it is recorded.
    static let readAhead = 16 << 20

    /// Its weight while it waits, in bytes: an open file takes the whole capacity, and a message some even if it is
    /// known.
    var weight: Int {
        switch item {
        case .message(let candidate):
            if case .file = candidate.content { return Self.readAhead }
            return candidate.weight
        case .unreadable, .skipped: return 1 << 10
        case .unchanged(let files): return files.stamps.count << 6
        }
    }
}
