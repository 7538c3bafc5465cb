import TestSupport

/// Requests as the page in a browser makes them, with the cookie that it was given.
final class Browsing {
    private let served: ServedLedger
    private(set) var cookie = ""

    init(_ served: ServedLedger) {
        self.served = served
    }

    /// Makes a request; a field that is nil is left out.
    func ask(
        _ method: String, _ path: String, _ fields: [String: String?] = [:], body: String? = nil
    ) throws -> RawHTTP.Answer {
        var all: [String: String?] = ["Sec-Fetch-Site": "same-origin", "Cookie": cookie.isEmpty ? nil : cookie]
        if method != "GET" { all["Origin"] = "http://\(served.host)" }
        all.merge(fields) { $1 }
        return try served.ask(method, path, nil, all.compactMapValues { $0 }, body: body)
    }

    func login(_ body: String, _ fields: [String: String?] = [:]) throws -> RawHTTP.Answer {
        let answer = try ask("POST", "/ui/login", fields, body: body)
        if let field = answer.fields["set-cookie"], let first = field.split(separator: ";").first {
            cookie = String(first)
        }
        return answer
    }

    func request(_ body: String, _ fields: [String: String?] = [:]) throws -> RawHTTP.Answer {
        try ask("POST", "/v1/requests", fields, body: body)
    }
}
