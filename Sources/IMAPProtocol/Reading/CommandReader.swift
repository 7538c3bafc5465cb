/// Reads commands out of the bytes that a client sends, however they are split.
///
/// It knows no session: others decide what a command may do, and when. A line, a command, its lists and its terms
/// are bounded, and an announced literal takes memory only as its bytes come.
///
/// ```swift
/// reader.feed(bytes)
/// while let event = reader.next() { answer(event) }
/// ```
public struct CommandReader: Sendable {
    public struct Limits: Sendable {
        /// The bytes of one line.
        public var line = 65_536
        /// The bytes of a command, without the literal of APPEND.
        public var command = 1_048_576
        /// The bytes of a message that APPEND brings; 0 for a client that has not logged in, and may bring none.
        public var message = 50_000_000
        /// The levels of lists in a search and of numbers in a section; NOT and OR within each other have as many beside.
        public var depth = 50
        public var terms = 2_000
        /// The bytes of a refused literal that are read and dropped, as its client does not wait for leave to send it.
        public var dropped = 268_435_456

        public init() {}
    }

    /// What has been read.
    public enum Event: Sendable, Hashable {
        case command(IMAPCommand)
        /// The client waits for `+` before it sends a literal: write one.
        case continuation
        /// A line that is no command: `BAD` under its tag, or under `*` where none could be read; or `NO` with a code.
        case refused(tag: String?, Refusal)
        /// A line within IDLE or AUTHENTICATE, after ``expectLine()``.
        case line([UInt8])
        /// The end of reading: what follows may be a literal or a command, so the server says `BYE`.
        case broken(tag: String?, Refusal)
    }

    public struct Refusal: Sendable, Hashable {
        /// Whether it is `NO` rather than `BAD`.
        public let isNo: Bool
        /// A response code without its brackets, as `TOOBIG` or `BADCHARSET (US-ASCII UTF-8)`.
        public let code: String?
        public let text: String

        public init(isNo: Bool = false, code: String? = nil, _ text: String) {
            self.isNo = isNo
            self.code = code
            self.text = text
        }
    }

    /// Whether quoted strings may hold UTF-8: after ENABLE of UTF8=ACCEPT or IMAP4rev2.
    public var acceptsUTF8 = false

    private enum State {
        case line
        case literal(CommandBuffer.Announcement, isMessage: Bool)
        /// The rest of a line that was too long.
        case skippedLine(isCommand: Bool)
        case skippedLiteral(Int)
        case broken
    }

    private var limits: Limits
    private var state = State.line
    private var lines = LineBuffer()
    private var buffer = CommandBuffer()
    /// The bytes of a literal that have come, unless a file has them.
    private var literal: [UInt8] = []
    private var file: (any LiteralFile)?
    private var received = 0
    private var expectsLine = false

    public init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Takes more from now on, once it is known who sends it.
    public mutating func raise(_ limits: Limits) {
        self.limits = limits
    }

    /// Takes what the client sent.
    public mutating func feed(_ bytes: some Sequence<UInt8>) {
        if case .broken = state { return }
        lines.append(bytes)
    }

    /// Takes out what came behind the last command: it is to be read otherwise.
    public mutating func takeRest() -> [UInt8] { Array(lines.take(.max)) }

    /// Makes the next line come back as it is: the one that ends IDLE, or an answer within AUTHENTICATE.
    ///
    /// A line beyond the limit comes back as ``Event/refused(tag:_:)`` instead, and none is expected any more.
    public mutating func expectLine() {
        expectsLine = true
    }

    /// Returns what comes next; nil until more is fed.
    ///
    /// - Parameter makeFile: Called for a message of more than 1 MiB; without it all messages are in memory.
    /// - Complexity: O(*n*) in the bytes of the stream, over all calls.
    public mutating func next(makeFile: (() throws -> any LiteralFile)? = nil) -> Event? {
        while true {
            switch state {
            case .broken: return nil
            case .line:
                switch lines.next(limit: limits.line) {
                case .incomplete: return nil
                case .tooLong: return refuseLongLine()
                case .line(let line): if let event = take(line) { return event }
                }
            case .literal(let announcement, let isMessage):
                let new = lines.take(announcement.count - received)
                received += new.count
                do {
                    try keep(new, isMessage && announcement.count > Self.mostInMemory ? makeFile : nil)
                } catch {
                    return refuseLiteral(left: announcement.count - received)
                }
                guard received == announcement.count else { return nil }
                buffer.append(literal, file, of: announcement, isMessage: isMessage)
                (literal, file, received) = ([], nil, 0)
                state = .line
            case .skippedLiteral(let count):
                let left = count - lines.take(count).count
                state = left == 0 ? .skippedLine(isCommand: true) : .skippedLiteral(left)
                guard left == 0 else { return nil }
            case .skippedLine(let isCommand):
                guard let tail = lines.skipLine(keeping: CommandBuffer.Announcement.length) else { return nil }
                if let event = resume(after: isCommand ? CommandBuffer.Announcement(atEndOf: tail) : nil) {
                    return event
                }
            }
        }
    }

    /// A larger message is kept in a file until it is whole.
    private static let mostInMemory = 1 << 20

    private mutating func keep(_ new: ArraySlice<UInt8>, _ makeFile: (() throws -> any LiteralFile)?) throws {
        guard let makeFile, received > Self.mostInMemory else { return literal += new }
        if file == nil {
            // An announcement alone costs no file.
            file = try makeFile()
            try file?.append(literal[...])
            literal = []
        }
        try file?.append(new)
    }

    /// Ends a command whose message cannot be kept, and drops the rest of it.
    private mutating func refuseLiteral(left: Int) -> Event {
        let tag = buffer.tag
        (buffer, literal, file, received) = (CommandBuffer(), [], nil, 0)
        state = left == 0 ? .skippedLine(isCommand: true) : .skippedLiteral(left)
        return .refused(
            tag: tag, Refusal(isNo: true, code: "UNAVAILABLE", "The message cannot be kept until it is whole"))
    }

    private mutating func take(_ line: ArraySlice<UInt8>) -> Event? {
        if expectsLine, buffer.isEmpty {
            expectsLine = false
            return .line(Array(line))
        }
        let announcement = CommandBuffer.Announcement(atEndOf: line)
        buffer.append(line.dropLast(announcement?.written ?? 0))
        guard buffer.size <= limits.command else {
            return refuse(Refusal("The command is too long"), before: announcement)
        }
        guard let announcement else {
            let outcome = CommandParser.parse(buffer, limits: limits, acceptsUTF8: acceptsUTF8)
            switch outcome {
            case .command(let command):
                buffer = CommandBuffer()
                return .command(command)
            case .refused(let refusal): return refuse(refusal, before: nil)
            case .awaitsLiteral: return refuse(Refusal("The command has no end"), before: nil)
            }
        }
        return prepare(for: announcement)
    }

    /// Decides whether a literal may come, before any of its bytes does.
    private mutating func prepare(for announcement: CommandBuffer.Announcement) -> Event? {
        var isMessage = false
        // A client that waits may be refused before it sends anything. Looking at powers of two alone keeps the cost
        // of a command with many literals linear; those of APPEND are the first ones.
        let number = buffer.literals.count + 1
        if number <= 4 || number & (number - 1) == 0 {
            let outcome = CommandParser.parse(
                buffer, awaiting: announcement, limits: limits, acceptsUTF8: acceptsUTF8)
            switch outcome {
            case .refused(let refusal): return refuse(refusal, before: announcement)
            case .awaitsLiteral(let isOfAppend): isMessage = isOfAppend
            case .command: return refuse(Refusal("A literal has no place here"), before: announcement)
            }
        }
        if isMessage {
            guard limits.message > 0 else { return refuse(Refusal("Log in first"), before: announcement) }
            guard announcement.count <= limits.message else {
                let refusal = Refusal(isNo: true, code: "TOOBIG", "The message is too large")
                return refuse(refusal, before: announcement)
            }
        } else {
            guard announcement.count <= limits.command - buffer.size else {
                return refuse(Refusal("The literal is too long"), before: announcement)
            }
        }
        state = .literal(announcement, isMessage: isMessage)
        return announcement.isSynchronizing ? .continuation : nil
    }

    private mutating func refuseLongLine() -> Event {
        let isCommand = !(expectsLine && buffer.isEmpty)
        var tag = isCommand ? buffer.tag : nil
        if isCommand, buffer.isEmpty {
            // These bytes are there however the line was split; a longer word may go on behind them.
            let start = lines.start(limits.line + 1)
            tag =
                start.prefix(CommandParser.longestTag + 1).contains(UInt8(ascii: " "))
                ? CommandParser.tag(of: start) : nil
        }
        expectsLine = false
        buffer = CommandBuffer()
        state = .skippedLine(isCommand: isCommand)
        return .refused(tag: tag, Refusal("The line is too long"))
    }

    /// Ends a command; a client that does not wait sends what it announced, which is dropped.
    private mutating func refuse(_ refusal: Refusal, before announcement: CommandBuffer.Announcement?) -> Event {
        let tag = buffer.tag
        buffer = CommandBuffer()
        guard resume(after: announcement) == nil else { return .broken(tag: tag, refusal) }
        return .refused(tag: tag, refusal)
    }

    /// Goes on behind a refused line; returns an event only if that is not possible.
    private mutating func resume(after announcement: CommandBuffer.Announcement?) -> Event? {
        guard let announcement, !announcement.isSynchronizing else {
            state = .line
            return nil
        }
        guard announcement.count <= limits.dropped else {
            state = .broken
            lines = LineBuffer()
            return .broken(tag: nil, Refusal("The literal is too long"))
        }
        state = .skippedLiteral(announcement.count)
        return nil
    }
}
