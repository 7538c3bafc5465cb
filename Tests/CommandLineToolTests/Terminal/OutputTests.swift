import Glibc
import Testing

import CommandLineTool
import DiskFiles
import Processes
import Terminals

@Suite struct OutputTests {
    /// Runs `body` with the two ends of a pipe, reading and writing, and closes what it left open.
    private func withPipe(_ body: (_ reading: CInt, _ writing: CInt) throws -> Void) throws {
        var ends: [CInt] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        Signals.ignoreFailedWrites()
        defer { for end in ends { close(end) } }
        try body(ends[0], ends[1])
    }

    private func readSome(_ descriptor: CInt) -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    @Test func `text is kept until it is flushed`() throws {
        try withPipe { reading, writing in
            let output = Output(descriptor: Descriptor(writing))
            _ = fcntl(reading, F_SETFL, O_NONBLOCK)
            output.line("one")
            output.write("two")
            #expect(readSome(reading) == "")
            try output.finish()
            #expect(readSome(reading) == "one\ntwo")
            #expect(!output.isTerminal)
            #expect(output.columns == nil)
        }
    }

    @Test func `a file gets all bytes in order, whatever their sizes`() throws {
        let file = unsafe try #require(unsafe tmpfile())
        defer { _ = unsafe fclose(file) }
        let output = Output(descriptor: Descriptor(unsafe fileno(file)))
        var expected: [UInt8] = []
        for (index, size) in [0, 1, 70_000, 3, 65_536, 65_535, 2, 200_000].enumerated() {
            let bytes = [UInt8](repeating: UInt8(index + 65), count: size)
            expected += bytes
            if index.isMultiple(of: 2) {
                output.write(bytes: bytes)
            } else {
                output.write(String(decoding: bytes, as: UTF8.self))
            }
        }
        try output.finish()
        var read = [UInt8](repeating: 0, count: expected.count + 1)
        let count = unsafe pread(fileno(file), &read, read.count, 0)
        #expect(Array(read.prefix(count)) == expected)
    }

    @Test func `a reader that went away ends the output quietly`() throws {
        var ends: [CInt] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        Signals.ignoreFailedWrites()
        close(ends[0])
        defer { close(ends[1]) }
        let output = Output(descriptor: Descriptor(ends[1]))
        output.line("lost")
        #expect(output.isOpen)
        output.flush()
        #expect(!output.isOpen)
        output.line("lost too")
        #expect(throws: Never.self) { try output.finish() }
    }

    @Test func `a full disk is told at the end`() throws {
        let full = unsafe open("/dev/full", O_WRONLY)
        try #require(full >= 0)
        defer { close(full) }
        let output = Output(descriptor: Descriptor(full))
        output.write("lost")
        let error = #expect(throws: OutputError.self) { try output.finish() }
        #expect(error == .failed(.noRoom))
        #expect(
            error.map { "\($0)" }
                == "cannot write the output: No space left on device; what the command changed is recorded")
    }

    @Test func `only a terminal has a width`() throws {
        // The master of a pseudoterminal is a terminal itself: pty(7).
        let terminal = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
        try #require(terminal >= 0)
        defer { close(terminal) }
        var size = winsize(ws_row: 24, ws_col: 132, ws_xpixel: 0, ws_ypixel: 0)
        try #require(unsafe ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
        #expect(Terminal.columns(of: Descriptor(terminal)) { _ in nil } == 132)
        #expect(Terminal.columns(of: Descriptor(terminal)) { _ in "60" } == 60)
        #expect(Terminal.columns(of: Descriptor(terminal)) { _ in "wide" } == 132)
        try withPipe { _, writing in #expect(Terminal.columns(of: Descriptor(writing)) { _ in "60" } == nil) }
    }
}
