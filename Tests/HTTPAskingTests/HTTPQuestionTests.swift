import Foundation
import HTTPAsking
import TestSupport
import Testing

/// A server in Python that answers by what its path says, and writes down what it was sent.
private final class OddServer {
    let folder: TemporaryDirectory
    let port: String
    private let process = Process()

    var log: String { get throws { try String(contentsOfFile: folder.path("log"), encoding: .utf8) } }

    init(encrypted: Bool = false) throws {
        folder = try TemporaryDirectory()
        if encrypted {
            let made = try shell(
                """
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
                    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout '\(folder.path("key"))' -out '\(folder.path("cert"))'
                """, environment: ["PATH": "/usr/bin:/bin"])
            try #require(made.status == 0, "\(made.text)")
        }
        let script = """
            import http.server, ssl, sys, time
            class Handler(http.server.BaseHTTPRequestHandler):
                protocol_version = "HTTP/1.1"
                def log_message(self, *words): pass
                def do_POST(self):
                    body = self.rfile.read(int(self.headers["Content-Length"]))
                    with open("\(folder.path("log"))", "a") as log:
                        log.write(f"{self.path}\\n{self.headers}{body.decode()}\\n")
                    name = self.path.lstrip("/")
                    if name == "hangs": time.sleep(600)
                    self.send_response(302 if name == "moves" else 200)
                    if name == "moves": self.send_header("Location", "/elsewhere")
                    if name == "heads":
                        for number in range(900): self.send_header(f"X-{number}", "y" * 100)
                    self.send_header("Ledger-Id", " abc ")
                    if name == "drips":
                        self.send_header("Content-Length", "100000")
                        self.end_headers()
                        while True:
                            self.wfile.write(b"x"); self.wfile.flush(); time.sleep(0.05)
                    if name == "floods":
                        self.send_header("Connection", "close")
                        self.end_headers()
                        while True: self.wfile.write(b"x" * 65536)
                    if name == "short":
                        self.send_header("Content-Length", "100")
                        self.end_headers(); self.wfile.write(b"x"); self.close_connection = True
                        return
                    answer = b"{}"
                    self.send_header("Content-Length", str(len(answer)))
                    self.end_headers(); self.wfile.write(answer)
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            if \(encrypted ? "True" : "False"):
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain("\(folder.path("cert"))", "\(folder.path("key"))")
                server.socket = context.wrap_socket(server.socket, server_side=True)
            print(server.server_address[1], flush=True)
            server.serve_forever()
            """
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        port = line.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
}

@Suite(.serialized) struct HTTPQuestionTests {
    private static let limit = 1 << 20

    private func ask(
        _ address: String, _ path: String, _ body: String = "{}", within time: Duration = .seconds(20)
    ) throws(HTTPQuestion.Fault) -> HTTPQuestion.Answer {
        let address = try? HTTPAddress(address)
        guard let address else { throw .unreachable("no address") }
        return try HTTPQuestion(to: address, path, token: "s3cr3t", Array(body.utf8)).answer(
            within: time, limit: Self.limit)
    }

    private func fault(_ body: () throws(HTTPQuestion.Fault) -> HTTPQuestion.Answer) -> HTTPQuestion.Fault? {
        do throws(HTTPQuestion.Fault) {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    @Test func `a question has its token and body, and the answer its fields`() throws {
        let server = try OddServer()
        let body = #"{"filter": "it's \"mail\""}"# + String(repeating: "x", count: 100_000)
        let answer = try ask("http://127.0.0.1:\(server.port)", "/plain", body)
        #expect(answer.status == 200 && answer.fields["ledger-id"] == "abc" && answer.body == Array("{}".utf8))
        let log = try server.log
        #expect(log.contains("/plain\n") && log.contains(body))
        #expect(log.contains("Authorization: Bearer s3cr3t\n") && log.contains("Content-Type: application/json\n"))
    }

    @Test func `a redirect is an answer, and is not followed`() throws {
        let server = try OddServer()
        #expect(try ask("http://127.0.0.1:\(server.port)", "/moves").status == 302)
        #expect(try !server.log.contains("elsewhere"))
    }

    @Test func `no answer is waited for beyond its time, or taken beyond its length`() throws {
        let server = try OddServer()
        let start = ContinuousClock.now
        for path in ["/hangs", "/drips"] {
            guard
                case .late? = fault({ () throws(HTTPQuestion.Fault) in
                    try ask("http://127.0.0.1:\(server.port)", path, within: .seconds(1))
                })
            else {
                Issue.record("\(path) is not late")
                continue
            }
        }
        #expect(ContinuousClock.now - start < .seconds(30))
        for path in ["/floods", "/heads"] {
            guard
                case .long? = fault({ () throws(HTTPQuestion.Fault) in
                    try ask("http://127.0.0.1:\(server.port)", path)
                })
            else {
                Issue.record("\(path) is not too long")
                continue
            }
        }
        for address in ["http://127.0.0.1:\(server.port)", "http://127.0.0.1:1"] {
            guard
                case .unreachable(let reason)? = fault({ () throws(HTTPQuestion.Fault) in try ask(address, "/short") })
            else {
                Issue.record("\(address) gave an answer")
                continue
            }
            #expect(!reason.isEmpty && !reason.contains("s3cr3t"))
        }
    }

    @Test func `a certificate that nobody vouches for gets no token`() throws {
        let server = try OddServer(encrypted: true)
        guard
            case .unreachable(let reason)? = fault({ () throws(HTTPQuestion.Fault) in
                try ask("https://localhost:\(server.port)", "/plain")
            })
        else {
            Issue.record("it was asked")
            return
        }
        #expect(reason.contains("certificate"), "\(reason)")
        #expect(!FileManager.default.fileExists(atPath: server.folder.path("log")))
    }
}
