import EventLog
import Foundation
import MailLedger
import TestSupport
import Testing

extension ServedProcess {
    fileprivate convenience init() throws {
        try self.init(
            token: "t --scopes read,write,audit", options: ["--access-log", "access.log"],
            port: /^Serving .* on http:\/\/127\.0\.0\.1:([0-9]+) \(page, JMAP, API\)/)
    }

    fileprivate func request(_ body: String) throws -> RawHTTP.Answer {
        try RawHTTP(port: port).ask(
            "POST", "/v1/requests", host: "localhost:\(port)",
            ["Authorization": "Bearer \(token)", "Content-Type": "application/json"], body: body)
    }
}

@Suite(.serialized) struct `mailledger serve` {
    @Test func `ends by SIGTERM within five seconds, with streams open, and its exit code is 0`() throws {
        let serve = try ServedProcess()
        let stream = try RawHTTP(port: serve.port)
        stream.begin(
            "GET", "/v1/events?follow=1", host: "localhost:\(serve.port)", ["Authorization": "Bearer \(serve.token)"])
        _ = try stream.head()
        _ = try stream.chunk()
        let start = Date()
        serve.process.terminate()
        serve.process.waitUntilExit()
        #expect(Date().timeIntervalSince(start) < 5)
        #expect(serve.process.terminationReason == .exit && serve.process.terminationStatus == 0)
        while try stream.chunk() != nil {}
    }

    @Test func `says which option gives it a name, and what makes another code`() throws {
        let serve = try ServedProcess()
        let host = try RawHTTP(port: serve.port).ask("GET", "/healthz", host: "<b>evil.example")
        #expect(host.status == 421 && host.text.contains("--name") && !host.text.contains("evil"), "\(host.text)")
        let login = try RawHTTP(port: serve.port).ask(
            "POST", "/ui/login", host: "localhost:\(serve.port)",
            ["Origin": "http://localhost:\(serve.port)", "Content-Type": "application/json"], body: #"{"code": "00"}"#)
        #expect(login.status == 401 && login.text.contains("'mailledger serve --open' again"), "\(login.text)")
    }

    @Test func `leaves its token in no file, and its memory in none`() throws {
        let serve = try ServedProcess()
        let wrong = "mlt_" + String(repeating: "w", count: 43)
        #expect(try serve.request(#"{"query": "count-messages"}"#).status == 200)
        let mark = #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["x"]}}"#
        #expect(try serve.request(mark).status == 200)
        for secret in [wrong, serve.token] {
            _ = try RawHTTP(port: serve.port).ask(
                "GET", "/v1/events?limit=1", host: "localhost:\(serve.port)", ["Authorization": "Bearer \(secret)"])
        }
        let limits = try String(contentsOfFile: "/proc/\(serve.process.processIdentifier)/limits", encoding: .utf8)
        #expect(limits.contains(#/Max core file size +0 +/#))
        serve.process.terminate()
        serve.process.waitUntilExit()
        for secret in [wrong, serve.token] {
            #expect(files(below: serve.folder.path, holding: Array(secret.utf8)) == [])
        }
        #expect(filesBelow(serve.folder.path).contains("access.log"))
    }

    @Test func `loses nothing that it has answered when it is killed`() throws {
        let serve = try ServedProcess()
        let answered = 120
        for number in 0..<answered {
            let body = #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["k\#(number)"]}}"#
            try #require(serve.request(body).status == 200)
        }
        let late = try RawHTTP(port: serve.port)
        late.begin(
            "POST", "/v1/requests", host: "localhost:\(serve.port)",
            ["Authorization": "Bearer \(serve.token)", "Content-Type": "application/json"],
            body: #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["late"]}}"#)
        kill(serve.process.processIdentifier, SIGKILL)
        serve.process.waitUntilExit()
        let ledger = try Ledger.open(at: LedgerLocation(serve.ledger), access: .readWrite)
        let all = try ledger.answer(CountMessages(filter: "*")).count
        #expect(all > 0)
        for number in 0..<answered {
            #expect(try ledger.answer(CountMessages(filter: MessageQuery("label:k\(number)"))).count == all)
        }
        #expect(try [0, all].contains(ledger.answer(CountMessages(filter: "label:late")).count))
        #expect(try ledger.maintenance.verifyLog().events == ledger.store.head().position.rawValue)
    }

    @Test(.enabled("curl or python3 is absent") { areInstalled("curl", "python3") })
    func `is asked by curl and by Python's urllib`() throws {
        let serve = try ServedProcess()
        let url = "http://127.0.0.1:\(serve.port)"
        let query = #"{"query": "count-messages"}"#
        let curl = try shell(
            "curl -sS --fail -u ':\(serve.token)' -H 'Content-Type: application/json' -d '\(query)' \(url)/v1/requests",
            environment: [:])
        #expect(curl.status == 0 && curl.text.contains(#""count":"#), "\(curl.text)")
        let python = try shell(
            """
            python3 - <<'END'
            import json, urllib.request
            head = {"Authorization": "Bearer \(serve.token)", "Content-Type": "application/json"}
            request = urllib.request.Request("\(url)/v1/requests", b'\(query)', head)
            print(json.load(urllib.request.urlopen(request))["answer"]["count"])
            lines = urllib.request.urlopen(urllib.request.Request("\(url)/v1/events?limit=1", headers=head)).read()
            print([json.loads(line)["kind"] for line in lines.splitlines()][:2])
            try: urllib.request.urlopen("\(url)/v1/events")
            except urllib.error.HTTPError as error: print(error.code)
            END
            """, environment: [:])
        #expect(python.status == 0 && python.text.hasSuffix("['transaction', 'event']\n401\n"), "\(python.text)")
    }

    @Test(.enabled("openssl or curl is absent") { areInstalled("openssl", "curl") })
    func `speaks TLS with a certificate, and listens nowhere else without one`() throws {
        let program = try #require(mailledgerProgram()).path
        let folder = try TemporaryDirectory()
        let environment = ["MAILLEDGER": folder.path("ledger"), "MAILLEDGER_CONFIG": folder.path("none")]
        let refused = try shell("'\(program)' init && '\(program)' serve --listen 0.0.0.0:0", environment: environment)
        #expect(refused.status == 2 && refused.text.contains("--tls-cert"), "\(refused.text)")
        let script = """
            cd '\(folder.path)'
            openssl req -x509 -newkey ed25519 -nodes -keyout key.pem -out chain.pem -days 30 -subj /CN=localhost \
                -addext subjectAltName=DNS:localhost 2>/dev/null
            '\(program)' serve --listen 127.0.0.1:0 --tls-cert chain.pem --tls-key key.pem > said &
            server=$!
            tries=0
            while [ ! -s said ] && [ $tries -lt 1200 ]; do sleep 0.05; tries=$((tries + 1)); done
            port=$(sed 's/.*https:..127.0.0.1:\\([0-9]*\\).*/\\1/' said)
            curl -sS --cacert chain.pem https://localhost:$port/healthz
            curl -sS --cacert chain.pem --tls-max 1.1 https://localhost:$port/healthz 2>/dev/null || echo refused
            kill $server; wait $server
            """
        let output = try shell(script, environment: environment)
        #expect(output.text == "ok\nrefused\n" && output.status == 0, "\(output.text)")
    }
}
