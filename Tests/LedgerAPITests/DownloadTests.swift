import Access
import Cryptography
import EventLog
import Foundation
import JSONCoding
import LedgerAPI
import MailLedger
import TestSupport
import Testing

/// Returns the id of a message that is found.
private func message(_ served: ServedLedger, _ filter: String) throws -> String {
    let body = #"{"query": "list-messages", "parameters": {"filter": "\#(filter)", "limit": 1}}"#
    let text = String(decoding: try served.ledger.respond(to: Array(body.utf8)).json, as: UTF8.self)
    return String(try #require(text.firstMatch(of: /"id":"([0-9a-f-]{36})"/), "\(text)").1)
}

@Suite struct `Downloads over HTTP` {
    @Test func `are the bytes as they came, whole and in parts, with their digest`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read)
        let id = try message(served, "has:attachment")
        let path = "/v1/messages/\(id)/raw"
        let whole = try served.ask("GET", path, token)
        let expected = try served.ledger.read { try $0.rawMessage(id, limit: 1 << 20) }.bytes
        #expect(whole.status == 200 && whole.body == expected && whole.fields["content-type"] == "message/rfc822")
        let digest = SHA256Hasher.digest(of: expected)
        #expect(whole.fields["repr-digest"] == "sha-256=:\(Data(digest.bytes).base64EncodedString()):")
        #expect(whole.fields["content-disposition"]?.hasPrefix("attachment;") == true)
        #expect(whole.fields["cache-control"] == "private, no-cache")
        let part = try served.ask("GET", path, token, ["Range": "bytes=10-19"])
        #expect(part.status == 206 && part.body == Array(expected[10..<20]))
        #expect(part.fields["content-range"] == "bytes 10-19/\(expected.count)")
        #expect(part.fields["repr-digest"] == whole.fields["repr-digest"])
        #expect(try served.ask("GET", path, token, ["Range": "bytes=\(expected.count)-"]).status == 416)
        let head = try served.ask("HEAD", path, token)
        #expect(head.status == 200 && head.fields["content-length"] == "\(expected.count)" && head.body.isEmpty)
        #expect(try served.ask("GET", path, token, ["If-None-Match": try #require(whole.fields["etag"])]).status == 304)
        #expect(try served.ask("GET", path, token, ["If-None-Match": "*"]).status == 304)
        #expect(try served.ask("GET", path, served.token("w", .write)).status == 403)
        #expect(try served.ask("GET", "/v1/messages/ffffffff/raw", token).status == 404)
    }

    @Test func `of attachments are decoded, and their types are harmless`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read)
        let box = served.folder.path("html.eml")
        let html = "<script>alert(1)</script>"
        try Data(
            """
            From: a@example.org\r\nSubject: page\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r
            Content-Type: text/html; name="../../é x.html"\r\nContent-Disposition: attachment; filename="../../x\u{0d}y.html"\r
            Content-Transfer-Encoding: base64\r\n\r\n\(Data(html.utf8).base64EncodedString())\r\n--b--\r\n
            """.utf8
        ).write(to: URL(filePath: box))
        _ = try Importer(
            into: served.ledger, account: "mara@example.org", options: ImportOptions(),
            context: served.ledger.context(command: "import")
        ).run([box])
        let id = try message(served, "subject:page")
        let answer = try served.ask("GET", "/v1/messages/\(id)/attachments/1", token)
        #expect(answer.status == 200 && answer.text == html)
        #expect(answer.fields["content-type"] == "application/octet-stream")
        let name = try #require(answer.fields["content-disposition"])
        #expect(name.hasPrefix("attachment; filename*=UTF-8''") && !name.contains("/") && !name.contains(".."))
        #expect(try served.ask("GET", "/v1/messages/\(id)/attachments/2", token).status == 404)
    }

    @Test func `of a large message come piece by piece`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read)
        let file = served.folder.path("large.eml")
        var random = SeededGenerator(for: "a large message")
        let line = (0..<57).map { _ in UInt8.random(in: 0x61...0x7a, using: &random) }
        let body = (0..<90_000).flatMap { number in line + Array("\(number)\r\n".utf8) }
        let bytes = Array("From: a@example.org\r\nSubject: large one\r\n\r\n".utf8) + body
        try Data(bytes).write(to: URL(filePath: file))
        _ = try Importer(
            into: served.ledger, account: "mara@example.org", options: ImportOptions(),
            context: served.ledger.context(command: "import")
        ).run([file])
        let path = "/v1/messages/\(try message(served, "subject:large"))/raw"
        #expect(bytes.count > 5 << 20)
        let whole = try served.ask("GET", path, token)
        #expect(whole.status == 200 && whole.body == bytes && whole.fields["content-length"] == "\(bytes.count)")
        let part = try served.ask("GET", path, token, ["Range": "bytes=4999990-5000009"])
        #expect(part.status == 206 && part.body == Array(bytes[4_999_990..<5_000_010]))
        #expect(try served.ask("HEAD", path, token).fields["content-length"] == "\(bytes.count)")
        try expectParts(of: bytes.count, at: path, served, token)
    }

    @Test func `of small ones are in parts under the same conditions`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read)
        let path = "/v1/messages/\(try message(served, "*"))/raw"
        let count = try served.ask("GET", path, token).body.count
        try expectParts(of: count, at: path, served, token)
    }

    /// RFC 9110 sections 13.1.5, 14.2 and 15.3.7.
    private func expectParts(of count: Int, at path: String, _ served: ServedLedger, _ token: String) throws {
        let tag = try #require(try served.ask("HEAD", path, token).fields["etag"])
        for (method, fields, status) in [
            ("GET", ["Range": "bytes=0-"], 206), ("GET", ["Range": "bytes=1-2", "If-Range": tag], 206),
            ("GET", ["Range": "bytes=1-2", "If-Range": "\"other\""], 200),
            ("GET", ["Range": "bytes=1-2", "If-Range": "W/\(tag)"], 200), ("GET", ["Range": "lines=1-2"], 200),
            ("GET", ["Range": "bytes=0-1,4-5"], 200), ("GET", ["Range": "bytes=2-1"], 200),
            ("GET", ["Range": "bytes=\(count)-"], 416), ("HEAD", ["Range": "bytes=1-2"], 200),
        ] {
            let answer = try served.ask(method, path, token, fields)
            #expect(answer.status == status, "\(method) \(fields)")
            #expect((answer.fields["content-range"] != nil) == (status != 200), "\(method) \(fields)")
            if status == 200 { #expect(answer.fields["content-length"] == "\(count)", "\(method) \(fields)") }
        }
    }

    @Test func `of deleted mail are there as of a moment before, for who may see what was`() throws {
        let served = try ServedLedger()
        let (reader, auditor) = (try served.token("r", .read), try served.token("a", .read, .audit))
        let id = try message(served, "has:attachment")
        let paths = ["/v1/messages/\(id)/raw", "/v1/messages/\(id)/attachments/1"]
        let whole = try paths.map { try served.ask("GET", $0, reader).body }
        let before = try served.ledger.store.head().position.rawValue
        _ = try served.ledger.perform(DeleteMessagesRequest(filter: "*"))
        let end = try served.ledger.store.head().position.rawValue
        #expect(end > before + 1, "it is deleted beside others")
        for (path, bytes) in zip(paths, whole) {
            for moment in ["\(before)", "\(end)%5E", "\(end - 1)%5E"] {
                let answer = try served.ask("GET", "\(path)?at=\(moment)", auditor)
                #expect(answer.status == 200 && !bytes.isEmpty, "\(path) \(moment) \(answer.text)")
                #expect(answer.body == bytes, "\(path) \(moment)")
                #expect(answer.fields["content-disposition"]?.hasPrefix("attachment;") == true)
                #expect(try served.ask("GET", "\(path)?at=\(moment)", reader).status == 403)
            }
            // A moment within the transaction is its end.
            for query in ["", "?at=now", "?at=\(end)", "?at=\(end - 1)", "?at=0"] {
                #expect(try served.ask("GET", path + query, auditor).status == 404, "\(path)\(query)")
            }
            for query in ["?at=nonsense", "?at=\(end + 1)", "?at="] {
                #expect(try served.ask("GET", path + query, auditor).status == 400, "\(path)\(query)")
            }
        }
        let part = try served.ask("GET", "\(paths[0])?at=\(before)", auditor, ["Range": "bytes=0-9"])
        #expect(part.status == 206 && part.body == Array(whole[0].prefix(10)))
        _ = try served.ledger.perform(
            EraseRequest(kind: .message, target: id, sharedHeaders: true), Call(reason: "asked for"))
        for path in paths {
            for moment in ["\(before)", "\(end)%5E"] {
                #expect(try served.ask("GET", "\(path)?at=\(moment)", auditor).status == 404, "\(path) \(moment)")
            }
        }
    }

    @Test func `are gone with an erasure`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read)
        let id = try message(served, "has:attachment")
        let etag = try #require(try served.ask("GET", "/v1/messages/\(id)/raw", token).fields["etag"])
        _ = try served.ledger.perform(
            EraseRequest(kind: .message, target: id, sharedHeaders: true), Call(reason: "asked for"))
        #expect(try served.ask("GET", "/v1/messages/\(id)/raw", token, ["If-None-Match": etag]).status == 404)
    }
}

@Suite struct `Proofs over HTTP` {
    @Test func `hold, of messages, of events and since an older checkpoint`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .audit)
        let checkpoint = try served.ask("GET", "/v1/checkpoint", token)
        #expect(checkpoint.status == 200 && checkpoint.text.contains("\n\n— "))
        let id = try message(served, "*")
        let since = try #require(checkpoint.text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        func size(_ rest: String) throws -> Int {
            let answer = try served.ask("GET", "/v1/proofs?message=\(id)\(rest)", token)
            #expect(answer.status == 200, "\(answer.text)")
            return answer.body.count
        }
        #expect(try size("&all=false") == size("") && size("&all=0") == size("") && size("&all=true") == size("&all=1"))
        #expect(try size("&all=true") > size(""))
        for query in ["message=\(id)", "message=\(id)&all=1", "event=3", "since=\(since)", "event=3&since=\(since)"] {
            let answer = try served.ask("GET", "/v1/proofs?\(query)", token)
            #expect(answer.status == 200, "\(query): \(answer.text)")
            let proof = try LedgerProof(parsing: answer.text)
            _ = try proof.verify(trusting: served.ledger.proofs.verifier())
        }
        for query in ["", "since=nonsense", "event=999999"] {
            #expect([400, 404].contains(try served.ask("GET", "/v1/proofs?\(query)", token).status), "\(query)")
        }
        #expect(try served.ask("GET", "/v1/proofs?event=3", served.token("r", .read)).status == 403)
    }

    @Test func `have witnesses, of which each says how many events it remembers`() throws {
        let folder = try TemporaryDirectory()
        let (good, bad, none) = (folder.path + "/good", folder.path + "/bad", folder.path + "/none")
        let served = try ServedLedger { $0.witnesses = { _ in [good, bad, none] } }
        let kept = try served.ledger.proofs.addWitness(at: good).kept
        try Data("nonsense".utf8).write(to: URL(filePath: bad))
        let answer = try served.ask("GET", "/v1/witnesses", served.token("t", .audit))
        struct Said: Decodable {
            let name: String
            let is_healthy: Bool
            let kept: Int64?
            let problem: String?
        }
        let list = try JSONBytesDecoder().decode([Said].self, from: Array(answer.text.utf8))
        #expect(list.map(\.name) == ["good", "bad", "none"] && list.map(\.is_healthy) == [true, false, false])
        #expect(list.map(\.kept) == [kept, nil, nil] && list.map { $0.problem != nil } == [false, true, true])
        #expect(!answer.text.contains(folder.path), "where the files are is not said")
        #expect(try served.ask("GET", "/v1/witnesses", served.token("r", .read)).status == 403)
        #expect(try served.ask("GET", "/v1/witnesses").status == 401)
    }

    @Test func `begin with a checkpoint that anybody may have where the owner says so`() throws {
        let served = try ServedLedger { $0.hasPublicCheckpoint = true }
        #expect(try served.ask("GET", "/v1/checkpoint").status == 200)
        #expect(try served.ask("GET", "/v1/proofs?event=3").status == 401)
        let closed = try ServedLedger()
        #expect(try closed.ask("GET", "/v1/checkpoint").status == 401)
    }
}
