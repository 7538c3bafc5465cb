/// What one file turns out to be.
enum FileInspection: ~Copyable {
    case message(state: FileState, fromLine: String?)
    case mbox(scanner: MboxScanner, state: FileState)
    case skipped(SkipReason)

    /// How much of a file is read to see what it is.
    private static let startBytes = 16 << 10

    /// How a file came to be looked at.
    enum Occasion {
        /// It lies in `cur` or `new`: a message whatever it holds.
        case maildir
        case walked
        /// It is the path that a person named, in a `cur` or `new`.
        case namedInMaildir
        /// It is the path that a person named.
        case named
    }

    /// Opens a file and looks at its beginning, and at all of it where an mbox has to be told from a message.
    static func inspect(
        _ path: RawPath, on occasion: Occasion, options: MailboxOptions, buffer: inout [UInt8]
    ) throws(SystemError) -> FileInspection {
        let file = try OpenFile(path)
        let state = try file.state()
        guard state.kind == .regular else { return .skipped(.notRegular(state.kind)) }
        if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: startBytes) }
        let count = try file.read(into: &buffer, 0..<buffer.count, from: 0)
        if count == 0 { return .skipped(.empty) }
        let bytes = buffer[..<count]
        let start = FileStart(bytes)
        let fromLine = start.fromLine.map { String(decoding: $0.prefix(1000), as: UTF8.self) }
        if occasion == .maildir { return .message(state: state, fromLine: fromLine) }
        guard start.hasHeader else { return .skipped(.notMail) }
        guard fromLine != nil, occasion != .namedInMaildir else { return .message(state: state, fromLine: fromLine) }

        let hasMark = bytes.starts(with: MailStart.byteOrderMark)
        var isMbox = options.treatsFilesAsMbox || FileNames.isMbox(path.name)
        if !isMbox, start.isPlausibleMbox { isMbox = try splits(path, state, hasMark: hasMark) }
        if isMbox {
            let scanner = try MboxScanner(file, rule: .split, hasByteOrderMark: hasMark)
            return .mbox(scanner: scanner, state: state)
        }
        return .message(state: state, fromLine: fromLine)
    }

    /// Tells whether a file that starts with a "From " line holds a second one that can only be a separator.
    private static func splits(_ path: RawPath, _ state: FileState, hasMark: Bool) throws(SystemError) -> Bool {
        let bufferSize = Int(min(state.size + 1, 64 << 10))
        var scanner = try MboxScanner(
            try OpenFile(path), rule: .doubt, hasByteOrderMark: hasMark, bufferSize: bufferSize)
        _ = try scanner.next()
        return scanner.hasMore
    }
}
