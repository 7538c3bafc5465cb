import Access
import CivilTime
import EventLog
import Foundation
import HTTPServing
import LedgerAPI
import MailLedger
import Synchronization
import TestSupport
import Testing

/// A clock of a server, which stands still until it is set.
private final class Clock: Sendable {
    private let now: Mutex<Timestamp>

    init(_ date: Date) { now = Mutex(Self.timestamp(date)) }

    var time: Timestamp { now.withLock { $0 } }

    func set(_ date: Date) { now.withLock { $0 = Self.timestamp(date) } }

    private static func timestamp(_ date: Date) -> Timestamp {
        Timestamp(microseconds: Int64(date.timeIntervalSince1970 * 1_000_000))
    }
}

@Suite struct `Mail readers at sockets` {
    @Test func `hear at once what another one changes`() throws {
        let served = try ServedLedger.withIMAP()
        let token = try served.token("reader", .read, .write)
        let (one, other) = (try MailReader(served, token), try MailReader(served, token))
        try one.ok("SELECT INBOX")
        try other.ok("SELECT INBOX")
        try other.idle()
        // The first of them comes with the lines that name the keyword.
        one.begin("STORE 1 +FLAGS.SILENT ($mark)")
        while let line = try other.raw.line(), !line.contains("FETCH") {}
        _ = try one.rest()
        var times: [Double] = []
        for number in 1...20 {
            let start = Date()
            one.begin("STORE 1 \(number % 2 == 0 ? "+" : "-")FLAGS.SILENT ($mark)")
            let line = try other.raw.line()
            times.append(Date().timeIntervalSince(start) * 1_000)
            #expect(line?.hasPrefix("* 1 FETCH (FLAGS (") == true)
            #expect(try one.rest().last?.contains(" OK ") == true)
        }
        times.sort()
        print("STORE to the other's IDLE: median \(times[10]) ms, longest \(times[19]) ms")
        // What another process records is heard, too.
        let mark = #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["seen-by-all"]}}"#
        _ = served.ledger.respond(to: Array(mark.utf8))
        #expect(try other.raw.line()?.contains("seen-by-all") == true)
        other.raw.send("DONE\r\n")
        #expect(try other.rest().last?.hasSuffix("OK IDLE ended") == true)
    }

    @Test(arguments: [true, false])
    func `are sent away when their token is revoked or changed`(isRevoked: Bool) throws {
        let served = try ServedLedger.withIMAP()
        let token = try served.token("reader", .read, .write)
        let (idle, silent) = (try MailReader(served, token), try MailReader(served, token))
        try idle.ok("SELECT INBOX")
        try idle.idle()
        let change =
            isRevoked
            ? #"{"command": "revoke-token", "parameters": {"name": "reader"}}"#
            : #"{"command": "change-token", "parameters": {"name": "reader", "changes": {"scopes": ["read"]}}}"#
        _ = served.ledger.respond(to: Array(change.utf8))
        for reader in [idle, silent] {
            #expect(try reader.raw.line()?.hasPrefix("* BYE [UNAVAILABLE] The token") == true)
            #expect(try reader.raw.isClosed())
        }
        if isRevoked {
            #expect(try MailReader(served).outcome("LOGIN mara@example.org \(token)").hasPrefix("NO ["))
        }
    }

    @Test func `are sent away when their token is over`() throws {
        // The server's clock is set, so that the token cannot end before the session waits.
        let start = Date.now
        let end = start.addingTimeInterval(3_600)
        let clock = Clock(start)
        let served = try ServedLedger.withIMAP { $0.environment.log.now = { clock.time } }
        let token = try served.token("reader", .read, until: end.ISO8601Format())
        let reader = try MailReader(served, token)
        try reader.ok("SELECT INBOX")
        try reader.idle()
        clock.set(end)
        #expect(try reader.raw.line() == "* BYE [UNAVAILABLE] The token was changed, revoked or has expired")
        #expect(try reader.raw.isClosed())
        #expect(try MailReader(served).outcome("LOGIN mara@example.org \(token)").hasSuffix("The token is over"))
    }

    @Test func `hear that the connection lives, and are sent away when they are silent`() throws {
        let served = try ServedLedger.withIMAP {
            $0.imapLimits.signSeconds = 1
            $0.imapLimits.silenceSeconds = 4
            $0.imapLimits.loginSeconds = 2
        }
        let stranger = try MailReader(served)
        let reader = try MailReader(served, served.token("reader", .read))
        try reader.ok("SELECT INBOX")
        try reader.idle()
        #expect(try reader.raw.line() == "* OK Still here")
        #expect(try stranger.raw.line()?.hasPrefix("* BYE") == true)
        var last = ""
        while let line = try reader.raw.line() { last = line }
        #expect(last == "* BYE [UNAVAILABLE] Nothing was said for too long")
    }

    @Test func `are twenty for a token, and no more than the server takes`() throws {
        let served = try ServedLedger.withIMAP { $0.imapLimits.connections = 25 }
        let token = try served.token("reader", .read)
        var readers: [MailReader] = []
        for _ in 0..<20 { readers.append(try MailReader(served, token)) }
        let next = try MailReader(served)
        #expect(try next.outcome("LOGIN mara@example.org \(token)").hasPrefix("NO [LIMIT]"))
        try readers[0].ok("LOGOUT")
        #expect(try readers[0].raw.isClosed())
        try next.ok("LOGIN mara@example.org \(token)")
        readers.removeFirst()
        for _ in 0..<5 { readers.append(try MailReader(served)) }
        let late = try MailReader(served)
        #expect(late.greeting == "* BYE [UNAVAILABLE] There are too many connections")
        #expect(try late.raw.isClosed())
    }

    @Test func `that do not read keep no other one waiting, and are cut off`() throws {
        let served = try ServedLedger.withIMAP { $0.imapLimits.stallSeconds = 8 }
        let token = try served.token("reader", .read, .write)
        let writer = try MailReader(served, token)
        let message = "Subject: long\r\n\r\n" + String(repeating: "A line of some length.\r\n", count: 100_000)
        try writer.ok("APPEND INBOX {\(message.utf8.count)+}\r\n\(message)")
        let slow = try (0..<3).map { _ in try MailReader(served, token) }
        // These take the rest of the twenty places that a token has, so others get in when the slow ones are cut off.
        let others = try (0..<16).map { _ in try MailReader(served, token) }
        let waiting = try (0..<3).map { _ in try MailReader(served) }
        for reader in slow {
            try reader.ok("SELECT INBOX")
            for _ in 0..<50 { reader.begin("UID FETCH 1:* BODY.PEEK[]") }
        }
        try writer.ok("SELECT INBOX")
        try writer.ok("FETCH 1:* (FLAGS BODY.PEEK[HEADER])")
        let login = "LOGIN mara@example.org \(token)"
        #expect(try waiting[0].outcome(login).hasPrefix("NO [LIMIT]"), "the writer waited until one was cut off")
        for reader in waiting {
            let deadline = ContinuousClock.now + .seconds(60)
            while try !reader.outcome(login).hasPrefix("OK") {
                try #require(ContinuousClock.now < deadline, "a client that does not read was not cut off")
                usleep(100_000)
            }
        }
        for reader in slow {
            var bytes = 0
            while let line = try reader.raw.line() { bytes += line.utf8.count }
            // Two buffers of the kernel, and not fifty answers.
            print("A client that does not read was sent \(bytes) bytes")
            #expect(bytes < 30 * message.utf8.count)
        }
        try others[0].ok("NOOP")
    }

    @Test func `whose turn does not come before the server stops are told so`() throws {
        let served = try ServedLedger.withIMAP { ($0.imapLimits.threads, $0.imapLimits.connections) = (1, 3) }
        let token = try served.token("reader", .read, .write)
        let (slow, waiting) = (try MailReader(served, token), try MailReader(served, token))
        let message = "Subject: long\r\n\r\n" + String(repeating: "A line of some length.\r\n", count: 100_000)
        try slow.ok("APPEND INBOX {\(message.utf8.count)+}\r\n\(message)")
        try slow.ok("SELECT INBOX")
        // They come at once, so that the only thread goes from one to the next, and waits for this client, which reads no more.
        slow.raw.send(String(repeating: "a UID FETCH 1:* BODY.PEEK[]\r\n", count: 50))
        #expect(try slow.raw.line()?.hasPrefix("* 1 FETCH") == true)
        waiting.begin("NOOP")
        guard case .tcp(_, let port) = served.server.imapAddress else { return }
        let new = try RawHTTP(port: port, timeout: 60)
        // Who takes connections says this itself, and has taken what came before it.
        #expect(try MailReader(served).greeting == "* BYE [UNAVAILABLE] There are too many connections")
        #expect(!waiting.raw.hasAnswer && !new.hasAnswer)
        let time = ContinuousClock().measure { served.server.stop() }
        #expect(time < .seconds(5), "\(time)")
        let (last, greeting) = (try waiting.raw.line(), try new.line())
        #expect(last == "* BYE The server stops" && greeting == last, "\(last ?? "nothing"), \(greeting ?? "nothing")")
        #expect(try waiting.raw.isClosed() && new.isClosed())
    }

    @Test func `leave lines without content of mail in the access log`() throws {
        let folder = try TemporaryDirectory()
        let served = try ServedLedger.withIMAP { $0.accessLog = folder.path("access.log") }
        let reader = try MailReader(served, served.token("phone", .read))
        try reader.ok("SELECT INBOX")
        try reader.ok("SEARCH SUBJECT zebra")
        #expect(try reader.outcome("SELECT Nowhere").hasPrefix("NO"))
        #expect(try reader.outcome("WHAT").hasPrefix("BAD"))
        let text = try String(contentsOfFile: folder.path("access.log"), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.contains("\"IMAP\"") }
        #expect(lines.count == 5, "\(text)")
        #expect(lines[0].contains("\"LOGIN\"") && lines[0].contains("token:phone") && lines[0].contains(":200"))
        #expect(lines[2].contains("\"SEARCH\"") && !text.contains("zebra") && !text.contains("Nowhere"))
        #expect(lines[3].contains(":409") && lines[4].contains("\"unknown\"") && lines[4].contains(":400"))
        #expect(!text.contains("mlt_") && !text.contains("mara@"))
    }

    @Test func `get no path of the server when something is wrong with it`() throws {
        let served = try ServedLedger.withIMAP()
        let reader = try MailReader(served, served.token("reader", .read))
        try reader.ok("SELECT INBOX")
        let file = try FileHandle(forWritingTo: URL(filePath: served.folder.path("ledger/content.sqlite")))
        try file.write(contentsOf: Data(repeating: 0x58, count: 65_536))
        let lines = try reader.ask("FETCH 1:* BODY[]")
        #expect(!lines.contains { $0.contains(served.folder.path) })
    }
}
