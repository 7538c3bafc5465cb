import Synchronization
import Testing

import CommandLineTool

@Suite struct ProgressTests {
    @Test func `tells the share by another measure than the count`() {
        let line = ProgressLine(
            label: "Importing", unit: "messages", done: 1200, total: nil, seconds: 6, share: 0.25, detail: "1.0/4.0 MiB"
        )
        #expect(line.text(width: 80) == "Importing  1,200 messages  1.0/4.0 MiB  25%  200/s  18s left")
    }

    @Test(
        arguments: [
            (0, nil, 0.0, "Importing  0 messages"),
            (1_200, 4_000, 2.0, "Importing  1,200/4,000 messages  30%  600/s  5s left"),
            (5, nil, 2.0, "Importing  5 messages  2.5/s"),
            (4_000, 4_000, 8.0, "Importing  4,000/4,000 messages  100%  500/s"),
            (1, 7_201, 1.0, "Importing  1/7,201 messages  0%  1.0/s  2h 00m left"),
            (10, 0, 1.0, "Importing  10/0 messages  10/s"),
            (1_234_567, nil, 1.0, "Importing  1,234,567 messages  1,234,567/s"),
        ] as [(Int, Int?, Double, String)])
    func `the line shows counts, rate and time left`(_ done: Int, _ total: Int?, _ seconds: Double, _ expected: String)
    {
        let line = ProgressLine(label: "Importing", unit: "messages", done: done, total: total, seconds: seconds)
        #expect(line.text(width: 80) == expected)
        #expect(TerminalWidth.of(line.text(width: 20)) <= 20)
    }

    @Test(arguments: [
        (0.2, "1s"), (59, "59s"), (59.5, "1m 00s"), (125, "2m 05s"), (3_600, "1h 00m"), (11_000, "3h 03m"),
        (1e9, "long"),
        (.infinity, "long"),
    ])
    func `durations are short`(_ seconds: Double, _ expected: String) {
        #expect(ProgressLine.duration(seconds) == expected)
    }

    /// A clock set by hand and what was written.
    private final class Stage: Sendable {
        let nanoseconds = Mutex<UInt64>(0)
        let written = Mutex<[String]>([])

        func progress(width: Int?) -> Progress {
            Progress(
                "Work", unit: "items", width: width, clock: { self.nanoseconds.withLock { $0 } },
                write: { text in self.written.withLock { $0.append(text) } }
            )
        }
    }

    @Test func `the line is drawn at most ten times a second and gone at the end`() {
        let stage = Stage()
        let progress = stage.progress(width: 40)
        for step in 0..<1_000 {
            stage.nanoseconds.withLock { $0 = UInt64(step) * 1_000_000 }
            progress.update(done: step, total: 1_000)
        }
        progress.finish()
        progress.update(done: 1_000)
        let written = stage.written.withLock { $0 }
        #expect(written.count == 11)
        #expect(written.first == "\rWork  0/1,000 items  0%\u{1B}[K")
        #expect(written.last == "\r\u{1B}[K")
    }

    @Test func `nothing is drawn where there is no terminal`() {
        let stage = Stage()
        let progress = stage.progress(width: nil)
        progress.update(done: 1)
        progress.finish()
        #expect(stage.written.withLock { $0.isEmpty })
    }

    @Test func `a message in between takes the place of the line`() {
        let stage = Stage()
        let progress = stage.progress(width: 40)
        progress.clear()
        progress.update(done: 1)
        progress.clear()
        progress.update(done: 2)
        #expect(stage.written.withLock { $0 } == ["\rWork  1 items\u{1B}[K", "\r\u{1B}[K", "\rWork  2 items\u{1B}[K"])
    }
}
