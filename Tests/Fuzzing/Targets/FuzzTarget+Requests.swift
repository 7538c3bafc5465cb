internal import HTTPServing
internal import JSONCoding
internal import Synchronization

/// What a server of a ledger makes of a request.
extension FuzzTarget {
    /// A request over HTTP, as libmicrohttpd hands it over: a line with method and path, the fields, an empty line, the body.
    package static let httpRequests = FuzzTarget(
        name: "http-requests",
        words: [
            "GET ", "HEAD ", "POST ", "PATCH ", "OPTIONS * ", "http://fuzz", "HTTPS://", "/v1/", "/jmap/", "/jmap/at/",
            "?", "&", "=", "%2F", "%00", "%",
            "\nHost: fuzz", "\nAuthorization: Bearer $ALL", "\nAuthorization: Bearer $ONE", "\nRange: bytes=",
            "\nIf-None-Match: *", "\nIf-Range: ", "\nLast-Event-ID: 1-", "\nContent-Type: application/json",
            "\nAccept: text/event-stream", "\nSec-Fetch-Site: same-origin", "\nCookie: ledger_session=",
            "\nIdempotency-Key: ", "\nLedger-Patience: 0", "\nLedger-Reason: ", "\n\n{", "$ACCOUNT", "$EMAIL",
            "$MESSAGE", "$BLOB", "$THREAD", "$MAILBOX", "null", "-1", "9223372036854775807", "\"#ids\"", "{}", "[]",
            "s1.3-", "\\u0000",
        ],
        seeds: [
            "GET / HTTP/1.1\nHost: fuzz\n\n",
            "GET /v1/messages/$MESSAGE/raw\nHost: fuzz\nAuthorization: Bearer $ALL\nRange: bytes=3-9\n\n",
        ],
        inputs: 1_000
    ) { bytes in
        let server = try servers.withLock { try $0.next() }
        let request = request(bytes, server.marks)
        let answer = try server.answer(request)
        // A ledger in memory has no key to sign with.
        let isUnsigned = answer.status == 503 && ["/v1/checkpoint", "/v1/proofs"].contains(request.path)
        try promise((200..<500).contains(answer.status) || isUnsigned, "the status is \(answer.status)")
        for (name, value) in answer.fields {
            let isPlain = (name + value).unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
            try promise(isPlain, "the field \(name) has a control character")
        }
        if answer.field("Content-Type") == "application/json", !answer.body.isEmpty {
            let json = try JSONBytesDecoder().decode(JSONValue.self, from: answer.body)
            try promise(!hasFailure(json), "a method fails")
        }
        if answer.status < 400 {
            try promise(!isForOther(bytes), "a request for another host is answered")
        }
        if answer.status < 400, !isPublic(request.path) {
            let secret = request.fields["authorization"].flatMap { Credentials($0)?.secret } ?? ""
            let shown = request.path == "/ui/login" ? String(decoding: request.body, as: UTF8.self) : secret
            try promise(server.tokens.contains { shown.contains($0) }, "somebody without a token is answered")
        }
        try promise((answer.status == 206) == (answer.field("Content-Range") != nil && answer.status != 416), "a part")
        if answer.status == 206 {
            let numbers = (answer.field("Content-Range") ?? "").matches(of: /[0-9]+/).compactMap { Int($0.0) }
            try promise(
                numbers.count == 3 && numbers[0] + answer.body.count == numbers[1] + 1 && numbers[1] < numbers[2],
                "a part is not of the whole: \(numbers)")
        }
    }

    /// Whether the first line has a whole address, and that is of another server.
    private static func isForOther(_ bytes: [UInt8]) -> Bool {
        let words = bytes.prefix { $0 != 0x0A }.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count > 1 else { return false }
        let target = unescaped(String(decoding: words[1].prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self))
            .map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        for scheme in ["http://", "https://"] where target.starts(with: scheme.utf8) {
            let host = target.dropFirst(scheme.utf8.count).prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") }
            return scheme == "https://"
                || !["fuzz", "localhost", "127.0.0.1", "["].contains(String(decoding: host, as: UTF8.self))
        }
        return false
    }

    /// What is answered to anybody.
    private static func isPublic(_ path: String) -> Bool {
        ["*", "/", "/healthz", "/v1/openapi.json"].contains(path) || path.hasPrefix("/assets/")
    }

    /// Whether a method of JMAP failed for a reason that is none of its caller's.
    private static func hasFailure(_ json: JSONValue) -> Bool {
        guard case .object(let object) = json, case .array(let answers)? = object["methodResponses"] else {
            return false
        }
        return answers.contains { answer in
            guard case .array(let parts) = answer, parts.first == "error", case .object(let error) = parts[1] else {
                return false
            }
            return error["type"] == "serverFail" || error["type"] == "serverUnavailable"
        }
    }

    // MARK: Servers

    /// The server of these inputs; what they write is gone with it now and then.
    private struct Servers {
        private var server: FuzzedServer?
        private var count = 0

        mutating func next() throws -> FuzzedServer {
            count += 1
            if let server, count % 5_000 != 0 { return server }
            let server = try FuzzedServer()
            self.server = server
            return server
        }
    }

    private static let servers = Mutex(Servers())

    // MARK: Reading an input

    private static func request(_ bytes: [UInt8], _ marks: [(mark: String, value: String)]) -> HTTPRequest {
        var text = String(decoding: bytes, as: UTF8.self)
        for (mark, value) in marks { text = text.replacing(mark, with: value) }
        let ends = text.firstRange(of: "\n\n")
        let body = ends.map { Array(text[$0.upperBound...].utf8) } ?? []
        let lines = text[..<(ends?.lowerBound ?? text.endIndex)].split(
            separator: "\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        let target = (words.count > 1 ? words[1] : "").split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = (parts.count > 1 ? parts[1] : "").drop { $0 == " " }
            return (name: String(parts[0]), value: String(value))
        }
        // The library counts the body.
        fields.removeAll { $0.name.lowercased() == "content-length" }
        if !body.isEmpty, HTTPFields(fields)["transfer-encoding"] == nil {
            fields.append(("Content-Length", "\(body.count)"))
        }
        let query = target.count < 2 ? [] : target[1].split(separator: "&").map(parameter)
        return HTTPRequest(
            method: String(words[0]),
            path: String(decoding: unescaped(target.first ?? "").prefix { $0 != 0 }, as: UTF8.self),
            query: query, fields: HTTPFields(fields), peer: .address("192.0.2.1"), body: body)
    }

    private static func parameter(_ text: Substring) -> (name: String, value: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
            String(decoding: unescaped(part.replacing("+", with: " ")), as: UTF8.self)
        }
        return (parts[0], parts.count > 1 ? parts[1] : "")
    }

    /// The bytes of a text with its escapes; what is no escape stays.
    private static func unescaped(_ text: some StringProtocol) -> [UInt8] {
        var rest = Array(text.utf8)[...]
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
                let value = UInt8(digits, radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
