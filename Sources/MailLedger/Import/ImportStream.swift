internal import EventLog
internal import Mailboxes
internal import Synchronization

/// What walks come upon, read and parsed as far as it is new, one thing at a time.
final class ImportStream {
    struct Step: Sendable {
        let item: Item
        /// Which of the walks it is of.
        let walk: Int
        /// How much of all that is walked is behind.
        let passedFiles: Int
        let passedBytes: Int64
    }

    enum Item: Sendable {
        case message(ImportCandidate)
        /// Files that were taken before, and are as they were.
        case unchanged(UnchangedFiles)
        /// A message that could not be read.
        case unreadable(SkippedFile)
        case skipped(SkippedFile)

        /// Whether it is a message, read or not.
        var isMail: Bool {
            if case .skipped = self { false } else { true }
        }
    }

    /// Where a walk begins, which is made when those before it are over.
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
    /// Gives this walk, which has begun already, to whoever starts it; once.
    consuming func handedOver() -> ImportStream.Start {
        let waiting = Mutex<MailboxWalk?>(self)
        return {
            guard let walk = waiting.withLock({ $0.take() }) else { preconditionFailure("a walk is taken once") }
            return walk
        }
    }
}

extension ImportStream.Step {
    /// How much may be read ahead, in bytes: about what one transaction takes, so that the next is there when it is recorded.
    static let readAhead = 16 << 20

    /// What it takes while it waits, in bytes: an open file takes all there is, and a message some even when it is known.
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
