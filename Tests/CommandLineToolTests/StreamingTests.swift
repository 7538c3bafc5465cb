import CivilTime
import Cryptography
import DiskFiles
import EventLog
import Glibc
import JSONCoding
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@testable import CommandLineTool

@Suite struct `Lists in JSON` {
    private struct Element: Encodable {
        let number: Int
        let text: String
        let list: [String]
    }

    private func element(_ number: Int) -> Element {
        Element(number: number, text: "line\nbreak \(number)", list: number % 2 == 0 ? [] : ["a", "b"])
    }

    /// A pipe; its reading end does not wait.
    private func makePipe() throws -> (read: CInt, write: CInt) {
        var ends: [CInt] = [0, 0]
        let status = unsafe pipe(&ends)
        try #require(status == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        return (ends[0], ends[1])
    }

    private func drain(_ descriptor: CInt) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer.prefix(count)
        }
    }

    @Test(arguments: [true, false], [0, 1, 2, 700])
    func `have the bytes of the list as a whole`(isDocument: Bool, count: Int) throws {
        let ends = try makePipe()
        defer { close(ends.read) }
        let list = ListWriter(Output(descriptor: Descriptor(ends.write)), isDocument: isDocument)
        var bytes: [UInt8] = []
        for number in 0..<count {
            #expect(try list.write(element(number)))
            bytes += drain(ends.read)
        }
        try list.finish()
        close(ends.write)
        bytes += drain(ends.read)
        let elements = (0..<count).map(element)
        let whole =
            isDocument
            ? try JSONBytesEncoder(.init(pretty: true)).encode(elements) + [0x0a]
            : try elements.flatMap { try JSONBytesEncoder().encode($0) + [0x0a] }
        #expect(bytes == whole)
    }

    @Test(arguments: [true, false])
    func `reach the reader long before the last row is read`(isDocument: Bool) throws {
        let ends = try makePipe()
        defer { for end in [ends.read, ends.write] { close(end) } }
        let list = ListWriter(Output(descriptor: Descriptor(ends.write)), isDocument: isDocument)
        var first: Int?
        for number in 0..<20_000 {
            #expect(try list.write(element(number)))
            if !drain(ends.read).isEmpty, first == nil { first = number }
        }
        #expect(try #require(first) < 2_000)
    }

    @Test(arguments: [true, false])
    func `end when nobody reads any more`(isDocument: Bool) throws {
        _ = signal(SIGPIPE, SIG_IGN)
        let ends = try makePipe()
        close(ends.read)
        defer { close(ends.write) }
        let list = ListWriter(Output(descriptor: Descriptor(ends.write)), isDocument: isDocument)
        var written = 0
        while try list.write(element(written)), written < 20_000 { written += 1 }
        #expect(written < 2_000)
        try list.finish()
    }

    // MARK: A ledger that is too large to hold

    private static let count = 6_000

    /// A ledger of many messages, recorded without a mailbox that they come from.
    private static let large = Result { () -> ToolLedger in
        let tool = try ToolLedger()
        let ledger = try Ledger.open(at: LedgerLocation(tool.path), access: .readWrite)
        let (account, inbox) = try ledger.read { reader in
            let account = try reader.account(ToolLedger.account)
            return (account, try reader.folder("INBOX", in: account.stream))
        }
        var generator = SeededGenerator(seed: 1)
        for start in stride(from: 0, to: count, by: 2_000) {
            let events = (start..<start + 2_000).map { number in
                var headers = MessageHeaders()
                headers.messageID = "m\(number)@example.org"
                headers.subject = "Subject \(number)"
                headers.from = [EmailAddress(name: "Ada", address: "ada@example.org")]
                headers.date = Timestamp(microseconds: 1_700_000_000_000_000 + Int64(number) * 1_000_000)
                let digest = SHA256Hasher.digest(of: Array("\(number)".utf8))
                let id = UniqueID.random { count in
                    (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
                }
                let added = MessageAdded(
                    id: MessageID(id), account: account.id,
                    copy: MessageCopy(number: 1, folder: inbox.id, source: "\(number)", raw: digest, flags: ""),
                    headers: headers, attachments: [], snippet: String(repeating: "text ", count: 40),
                    keywords: KeywordSet([]), receivedAt: .epoch, identity: digest, size: 1_000, parser: 1)
                return ProposedEvent(added, target: .noStream, account: .stream(.existing(account.stream)))
            }
            _ = try ledger.store.append(ProposedTransaction(events, context: ledger.context(command: "import")))
        }
        // The views follow now, so that no run below has to build them.
        _ = try ledger.read { try $0.countMessages() }
        return tool
    }

    /// Runs a verb with a reader at its output, and returns how much was written and the most memory that the tool had.
    private func run(_ arguments: [String]) throws -> (lines: Int, memory: Int) {
        let tool = try Self.large.get()
        let ends = try makePipe()
        _ = fcntl(ends.read, F_SETFL, 0)
        defer { close(ends.read) }
        let process = try ToolProcess(
            Tool.path(), arguments, environment: tool.environment, output: ends.write)
        close(ends.write)
        var lines = 0
        var memory = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(ends.read, &buffer, buffer.count)
            guard count > 0 else { break }
            lines += buffer.prefix(count).count { $0 == 0x0a }
            memory = max(memory, process.peakMemory ?? 0)
        }
        #expect(try process.wait().exitCode == 0)
        return (lines, memory)
    }

    @Test(arguments: [["messages"], ["threads"], ["events", "list"]])
    func `take no more memory for all rows than for a few`(verb: [String]) throws {
        // Few, but more than a pipe holds: the tool is there to be looked at until the last of them are read.
        let few = try run(verb + ["--limit", "400", "--format", "jsonl"])
        #expect(few.lines == 400 && few.memory > 0)
        let all = try run(verb + ["--format", "json"])
        #expect(all.lines >= Self.count)
        // In KiB. Held as a whole, these rows take 9 to 55 MB more.
        #expect(all.memory < few.memory + 6_000, "\(all.memory) and \(few.memory) KiB")
    }

    @Test(arguments: ["messages --format json", "threads --format jsonl", "events list --format json"])
    func `stop where a reader has had enough`(line: String) throws {
        let tool = try Self.large.get()
        // The shortest of three: a busy machine lengthens any of them.
        let head =
            try (0..<3).map { _ in
                let start = ContinuousClock.now
                let output = try shell(
                    "(\(Tool.path()) \(line); echo $? >&3) 3>&2 | head -n 1 | wc -l",
                    environment: ["MAILLEDGER": tool.path])
                #expect(output.text.split(separator: "\n").sorted() == ["0", "1"], "\(output.text)")
                return ContinuousClock.now - start
            }.min() ?? .zero
        let whole = ContinuousClock.now
        _ = try run(line.split(separator: " ").map(String.init))
        #expect(head < ContinuousClock.now - whole, "\(line) read all of its rows for one line")
    }
}
