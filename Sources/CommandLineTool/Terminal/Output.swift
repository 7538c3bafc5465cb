package import DiskFiles
internal import Terminals

/// Writes to a file descriptor through a buffer of 64 KiB.
///
/// Once a write has failed, all further text is dropped: a command finishes what it changes, and a long listing looks
/// at `isOpen` to stop early. `finish()` tells the failure; that the reader has gone away is none.
///
/// With a pager, text on a terminal that is longer than the screen goes through it; `isTerminal` and `columns` stay
/// those of the terminal.
package final class Output {
    private static let capacity = 64 * 1024

    private let descriptor: Descriptor
    private var buffer: [UInt8] = []
    private var failure: OutputError?
    /// Whether no text has come yet.
    package private(set) var isBlank = true
    /// The pager that is started once there is more than a screen.
    private var pager: Pager?
    private var running: RunningPager?

    /// Makes a writer; to where answers go unless another descriptor is given, which stays the caller's to close.
    ///
    /// - Parameter pager: what shows long text; nothing is started where the descriptor is no terminal.
    package init(descriptor: Descriptor = Surroundings.current.output, pager: Pager? = nil) {
        self.descriptor = descriptor
        self.pager = Terminal.isTerminal(descriptor) ? pager : nil
        buffer.reserveCapacity(Self.capacity)
    }

    /// Whether text still reaches somebody.
    package var isOpen: Bool { failure == nil }

    /// Whether people read the output.
    package var isTerminal: Bool { Terminal.isTerminal(descriptor) }

    /// The terminal's width, and nil where the output is no terminal.
    package var columns: Int? { Terminal.columns(of: descriptor) }

    /// Adds text.
    package func write(_ text: String) {
        write(text.utf8Span.span)
    }

    /// Adds text and a line break.
    package func line(_ text: String = "") {
        write(text)
        write("\n")
    }

    /// Adds bytes as they are, such as a raw message.
    package func write(bytes: [UInt8]) {
        write(bytes.span)
    }

    private func write(_ bytes: Span<UInt8>) {
        guard isOpen else { return }
        isBlank = isBlank && bytes.isEmpty
        if buffer.count + bytes.count > Self.capacity { flush() }
        if bytes.count >= Self.capacity {
            startPager()
            if isOpen { failure = Self.writeAll(bytes, to: running?.descriptor ?? descriptor) }
        } else {
            unsafe bytes.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
        }
    }

    /// Writes what is in the buffer: before a question, and after each change that `watch` shows.
    package func flush() {
        if exceedsScreen { startPager() }
        if isOpen {
            let bytes = buffer
            failure = Self.writeAll(bytes.span, to: running?.descriptor ?? descriptor)
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes what is left, and waits for the reader of a pager.
    ///
    /// - Throws: `OutputError` where text was lost, but not for a reader that has read enough, as `head` has.
    package func finish() throws(OutputError) {
        flush()
        running?.finish()
        running = nil
        if let failure, failure != .readerGone { throw failure }
    }

    private func startPager() {
        guard let pager else { return }
        self.pager = nil
        // Without the program the text is written as it would be without a pager.
        running = RunningPager(pager)
    }

    /// Whether the buffer has more than a screen of lines. Colours count as text here: a pager that was started too
    /// early shows a short text as if it were not there.
    private var exceedsScreen: Bool {
        guard pager != nil, let columns, let rows = Terminal.rows(of: descriptor) else { return false }
        var needed = 0
        var length = 0
        for byte in buffer {
            length += 1
            guard byte == 0x0A else { continue }
            needed += max(1, (length - 1 + columns - 1) / columns)
            length = 0
        }
        return needed >= rows
    }

    static func writeAll(_ bytes: Span<UInt8>, to descriptor: Descriptor) -> OutputError? {
        do throws(FileError) {
            try descriptor.write(bytes)
        } catch {
            return error.code == .brokenPipe ? .readerGone : .failed(error.code)
        }
        return nil
    }
}

/// Text that could not be written.
package enum OutputError: Error, Equatable, CustomStringConvertible {
    /// Nobody reads any more.
    case readerGone
    /// The system's reason, such as a full disk.
    case failed(SystemCode)

    /// The reason in words.
    package var description: String {
        switch self {
        case .readerGone: "the reader of the output is gone"
        case .failed(let code): "cannot write the output: \(code.words); what the command changed is recorded"
        }
    }
}

/// Writes to standard error at once: messages, progress and questions.
package enum StandardError {
    /// Writes text; a failure is of no consequence.
    package static func write(_ text: String) {
        _ = Output.writeAll(text.utf8Span.span, to: Surroundings.current.errors)
    }

    /// Writes a line; on a terminal, one that is too long is broken between its words.
    package static func line(_ text: String) {
        let columns = Terminal.columns(of: Surroundings.current.errors)
        let pieces = columns.map { TerminalWidth.wrap(text, to: $0, hanging: 2) } ?? [text]
        write(pieces.joined(separator: "\n") + "\n")
    }

    /// Whether people read it.
    package static var isTerminal: Bool { Terminal.isTerminal(Surroundings.current.errors) }
}
