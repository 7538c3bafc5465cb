import Access
import Cryptography
import DiskFiles
import EventLog
import Foundation
import LedgerAPI
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// RFC 8620 section 6.1.
@Suite struct `Uploads over HTTP` {
    private func account(_ served: ServedLedger, _ address: String = "mara@example.org") throws -> String {
        let row = try #require(try served.ledger.read { try $0.accounts() }.first { $0.address == address })
        return "A" + row.id.description.replacing("-", with: "")
    }

    private func upload(
        _ served: ServedLedger, _ token: String, _ body: [UInt8], type: String? = "text/plain",
        to account: String? = nil
    ) throws -> RawHTTP.Answer {
        let id = try account ?? self.account(served)
        let connection = try RawHTTP(port: served.port)
        var head = "POST /jmap/upload/\(id)/ HTTP/1.1\r\nHost: \(served.host)\r\nAuthorization: Bearer \(token)\r\n"
        if let type { head += "Content-Type: \(type)\r\n" }
        connection.send(Array((head + "Content-Length: \(body.count)\r\n\r\n").utf8) + body)
        return try connection.answer()
    }

    /// Shows the server tokens that were just issued: it takes no long body of somebody whom it does not know yet.
    private func introduce(_ tokens: String..., to served: ServedLedger) throws {
        for token in tokens { #expect(try served.ask("GET", "/jmap/session", token).status == 200) }
    }

    private func json(_ answer: RawHTTP.Answer) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    }

    private func blobs(_ served: ServedLedger) -> [String] {
        let root = served.location.directory + "/uploads/blobs"
        return (FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []).filter {
            (try? KernelFiles.shared.status(of: "\(root)/\($0)"))?.isRegular == true
        }.map { "\(root)/\($0)" }
    }

    @Test func `keep bytes of any type, and give them back to who sent them`() throws {
        let served = try ServedLedger()
        let (token, other) = (try served.token("a", .read, .write), try served.token("b", .read, .write))
        try introduce(token, other, to: served)
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let answer = try upload(served, token, bytes, type: "image/x-thing; a=b")
        #expect(answer.status == 200 && answer.fields["content-type"] == "application/json", "\(answer.text)")
        let json = try json(answer)
        let blob = try #require(json["blobId"] as? String)
        #expect(blob == "U" + SHA256Hasher.digest(of: bytes).hex)
        #expect(json["type"] as? String == "image/x-thing; a=b" && json["size"] as? Int == bytes.count)
        #expect(try json["accountId"] as? String == account(served) && json.count == 4)
        let path = try "/jmap/download/\(account(served))/\(blob)/x.bin?type=image/png"
        let back = try served.ask("GET", path, token)
        #expect(back.status == 200 && back.body == bytes && back.fields["content-type"] == "image/png")
        #expect(try served.ask("GET", path, token, ["Range": "bytes=1-3"]).body == Array(bytes[1...3]))
        let slashed = try served.ask("GET", path.replacing("/x.bin", with: "/1%2F2.bin"), token)
        #expect(slashed.status == 200 && slashed.fields["content-disposition"]?.contains("2.bin") == true)
        // Only the uploader finds what no email has.
        #expect(try served.ask("GET", path, other).status == 404)
        let file = try #require(blobs(served).first)
        #expect(try KernelFiles.shared.status(of: file).permissions == 0o600)
    }

    @Test func `take an empty body, one without a type, and one in chunks`() throws {
        let served = try ServedLedger()
        let token = try served.token("a", .read, .write)
        let empty = try json(upload(served, token, [], type: nil))
        #expect(empty["size"] as? Int == 0 && empty["type"] as? String == "application/octet-stream")
        let connection = try RawHTTP(port: served.port)
        connection.send(
            "POST /jmap/upload/\(try account(served)) HTTP/1.1\r\nHost: \(served.host)\r\nAuthorization: Bearer \(token)\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
        let chunked = try json(connection.answer())
        #expect(chunked["blobId"] as? String == "U" + SHA256Hasher.digest(of: Array("abcde".utf8)).hex)
        // The connection is good for another.
        connection.send("GET /healthz HTTP/1.1\r\nHost: \(served.host)\r\n\r\n")
        #expect(try connection.answer().status == 200)
    }

    @Test func `need the scope write, an account and POST, and say what is wrong as a problem`() throws {
        let served = try ServedLedger()
        let (reader, writer) = (try served.token("r", .read), try served.token("w", .read, .write))
        try introduce(reader, writer, to: served)
        let long = [UInt8](repeating: 0x20, count: 100_000)
        for body in [Array("x".utf8), long] {
            let refused = try upload(served, reader, body)
            #expect(refused.status == 403 && refused.fields["content-type"] == "application/problem+json")
            #expect(try json(refused)["status"] as? Int == 403)
            let unknown = try upload(served, "mlt_" + String(repeating: "a", count: 43), body)
            #expect(unknown.status == 401 && unknown.fields["content-type"] == "application/problem+json")
            #expect(try upload(served, writer, body, to: "A00000000000000000000000000000000").status == 404)
        }
        #expect(try served.ask("GET", "/jmap/upload/\(account(served))/", writer).status == 405)
        // What came of a body goes behind the answer.
        for _ in 0..<2_000 where !blobs(served).isEmpty { _ = try served.ask("GET", "/healthz") }
        #expect(blobs(served).isEmpty)
    }

    @Test func `are refused before they come where they are too long`() throws {
        let served = try ServedLedger()
        let token = try served.token("a", .read, .write)
        let connection = try RawHTTP(port: served.port)
        connection.send(
            "POST /jmap/upload/\(try account(served))/ HTTP/1.1\r\nHost: \(served.host)\r\nAuthorization: Bearer \(token)\r\n"
                + "Content-Length: 50000001\r\n\r\n")
        let answer = try connection.answer()
        #expect(answer.status == 413 && answer.text.contains(#""limit":"maxSizeUpload""#), "\(answer.text)")
        let session = try served.ask("GET", "/jmap/session", token).text
        #expect(session.contains(#""maxSizeUpload":50000000"#) && session.contains(#""maxConcurrentUpload":4"#))
    }

    @Test func `are four at once for a token`() throws {
        let served = try ServedLedger()
        let (token, other) = (try served.token("a", .read, .write), try served.token("b", .read, .write))
        try introduce(token, other, to: served)
        let path = "/jmap/upload/\(try account(served))/"
        func begin(_ token: String) throws -> RawHTTP {
            let connection = try RawHTTP(port: served.port)
            connection.send(
                "POST \(path) HTTP/1.1\r\nHost: \(served.host)\r\nAuthorization: Bearer \(token)\r\nExpect: 100-continue\r\n"
                    + "Content-Length: 4\r\n\r\n")
            return connection
        }
        var open: [RawHTTP] = []
        for _ in 0..<4 {
            let connection = try begin(token)
            #expect(try connection.head().status == 100)
            open.append(connection)
        }
        let fifth = try begin(token).answer()
        #expect(fifth.status == 400 && fifth.text.contains(#""limit":"maxConcurrentUpload""#), "\(fifth.text)")
        #expect(try begin(other).head().status == 100)
        for connection in open {
            connection.send("abcd")
            #expect(try connection.answer().status == 200)
        }
        #expect(try begin(token).head().status == 100)
    }

    @Test func `leave nothing behind where a client goes away`() throws {
        let served = try ServedLedger()
        let token = try served.token("a", .read, .write)
        try introduce(token, to: served)
        for _ in 0..<3 {
            let connection = try RawHTTP(port: served.port)
            connection.send(
                "POST /jmap/upload/\(try account(served))/ HTTP/1.1\r\nHost: \(served.host)\r\nAuthorization: Bearer \(token)\r\n"
                    + "Content-Length: 1000\r\n\r\nabc")
        }
        // Their places are free again once they are gone.
        var kept = 0
        while kept < 4 { kept += try upload(served, token, Array("\(kept)".utf8)).status == 200 ? 1 : 0 }
        for _ in 0..<2_000 where blobs(served).count > 4 {
            #expect(try served.ask("GET", "/healthz").status == 200)
        }
        #expect(blobs(served).count == 4)
    }

    @Test func `go after a day, by 'collect' and by the server, and with an erasure`() throws {
        let served = try ServedLedger()
        let token = try served.token("a", .read, .write)
        for text in ["old", "new"] { #expect(try upload(served, token, Array(text.utf8)).status == 200) }
        let old = try #require(
            blobs(served).first { $0.hasSuffix(SHA256Hasher.digest(of: Array("old".utf8)).hex) })
        func age(_ path: String, _ seconds: Int64) throws {
            let file = try File(KernelFiles.shared, path, .readWrite)
            try KernelFiles.shared.setModified(
                FileTime(seconds: KernelFiles.shared.now.seconds - seconds, nanoseconds: 0), of: file.handle)
        }
        try age(old, 24 * 3_600 - 60)
        let path = "/jmap/download/\(try account(served))/U\(SHA256Hasher.digest(of: Array("old".utf8)).hex)/x"
        #expect(try served.ask("GET", path, token).status == 200)
        try age(old, 24 * 3_600)
        #expect(try served.ask("GET", path, token).status == 404)
        // Sent once more, it is kept for another day.
        let new = try #require(blobs(served).first { $0 != old })
        try age(new, 24 * 3_600 - 60)
        #expect(try upload(served, token, Array("new".utf8)).status == 200)
        let sent = try KernelFiles.shared.status(of: new).modified
        #expect(KernelFiles.shared.now.seconds - sent.seconds < 1_000)
        // The server, which collects as well, may have been here first: it ends before 'collect' counts.
        #expect(try upload(served, token, Array("old".utf8)).status == 200)
        served.server.stop()
        try age(old, 24 * 3_600)
        #expect(try served.ledger.maintenance.collectContent(dryRun: true).leftovers == 0)
        #expect(try served.ledger.maintenance.collectContent().leftovers == 1)
        #expect(blobs(served) == [new])
        let context = served.ledger.context(command: "erase", reason: "asked for")
        let filter = try MessageFilter(query: "has:attachment", in: .current())
        _ = try served.ledger.erasure.erase(.query(filter), CommandCall(context))
        #expect(blobs(served).isEmpty)
    }

    @Test func `of an account are 250 MB together, from all senders: the oldest go`() throws {
        let served = try ServedLedger()
        let (token, other) = (try served.token("a", .read, .write), try served.token("b", .read, .write))
        #expect(try upload(served, other, Array("x".utf8)).status == 200)
        let known = try #require(blobs(served).first)
        // As if there were many: a file with a hole takes no room.
        let file = try File(KernelFiles.shared, known, .readWrite)
        try file.truncate(to: 249_999_999)
        let past = FileTime(seconds: KernelFiles.shared.now.seconds - 60, nanoseconds: 0)
        try KernelFiles.shared.setModified(past, of: file.handle)
        #expect(try upload(served, token, Array("y".utf8)).status == 200)
        #expect(try upload(served, token, Array("y".utf8)).status == 200, "what is there already takes no room")
        #expect(blobs(served).count == 2)
        #expect(try upload(served, token, Array("zz".utf8)).status == 200)
        #expect(blobs(served).count == 2 && !blobs(served).contains(known))
    }

    @Test func `become emails, and are found by them alone`() throws {
        let served = try ServedLedger()
        let (token, other) = (try served.token("a", .read, .write), try served.token("b", .read, .write))
        let text = "From: x@example.org\r\nSubject: uploaded\r\n\r\nHello.\r\n"
        let blob = try #require(try json(upload(served, token, Array(text.utf8)))["blobId"] as? String)
        let id = try account(served)
        let body = #"""
            {"using": ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"], "methodCalls": [
            ["Mailbox/query", {"accountId": "\#(id)", "filter": {"role": "inbox"}}, "0"]]}
            """#
        let found = try served.ask("POST", "/jmap/api", token, body: body).text
        let inbox = try #require(found.firstMatch(of: /"ids":\["(F[0-9a-f]{32})"/)).1
        let call = #"""
            {"using": ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"], "methodCalls": [
            ["Email/import", {"accountId": "\#(id)", "emails": {"k": {"blobId": "\#(blob)", "mailboxIds": {"\#(inbox)": true}}}}, "0"],
            ["Email/get", {"accountId": "\#(id)", "ids": ["#k"], "properties": ["subject", "blobId"]}, "1"]]}
            """#
        let done = try served.ask("POST", "/jmap/api", token, body: call)
        #expect(done.status == 200 && done.text.contains(#""subject":"uploaded""#), "\(done.text)")
        // The email's blob is everybody's who may read the account.
        let own = try #require(done.text.firstMatch(of: /"blobId":"(B[0-9a-f]{64})"/)).1
        #expect(try served.ask("GET", "/jmap/download/\(id)/\(own)/x.eml", other).text == text)
        let head = try served.ledger.store.head().transaction
        let header = try #require(try served.ledger.store.transaction(head)?.openedHeader())
        #expect(header.command == "jmap Email/import" && header.actor == "a-actor" && header.osUser == "token:a")
    }
}
