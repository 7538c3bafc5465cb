import Foundation
import JSONCoding
import TestSupport
import Testing

@Suite(.demoServed, .serialized) struct `JMAP of RFC 8620, section 7: pushes` {
    private let demo: DemoServer

    init() throws {
        demo = try #require(DemoServer.current)
    }

    /// The next event that is no comment: its lines.
    private func event(_ client: RawHTTP) throws -> [String] {
        while let chunk = try client.chunk() {
            let lines = String(decoding: chunk, as: UTF8.self).split(separator: "\n").map(String.init)
            if lines.contains(where: { $0.hasPrefix("event:") }) { return lines }
        }
        throw RawHTTP.Failure(description: "the stream ended")
    }

    private func data(_ lines: [String]) throws -> JSONValue {
        let data = try #require(lines.first { $0.hasPrefix("data: ") }).dropFirst(6)
        return try JSONBytesDecoder().decode(JSONValue.self, from: Array(data.utf8))
    }

    /// Gives a message a label, so that emails have another state, and mailboxes have not.
    private func change() throws {
        let id = try #require(try demo.found().first)
        let done = try demo.call("Email/set", #""update": {"\#(id)": {"keywords/p\#(UUID().uuidString)": true}}"#)
        #expect(done["updated"].keys == [id])
    }

    @Test(.must("8620-7.1-a")) func `say what they are, and the new states by account`() throws {
        let stream = try demo.pushes("types=*&closeafter=no&ping=0")
        try change()
        let pushed = try data(event(stream))
        #expect(pushed["@type"] == "StateChange" && pushed["changed"].keys == [demo.accounts[0]])
        #expect(try pushed["changed"][demo.accounts[0]]["Email"].text == demo.state(of: "Email"))
    }

    @Test(
        .must("8620-7.3-b", "8620-7.3-c"),
        arguments: ["Email", "Email,Mailbox"])
    func `are of the types that are asked for`(types: String) throws {
        let (stream, other) = (
            try demo.pushes("types=\(types)&closeafter=no&ping=0"),
            try demo.pushes("types=Mailbox&closeafter=no&ping=0")
        )
        try change()
        #expect(try data(event(stream))["changed"][demo.accounts[0]].keys == ["Email"])
        #expect(!other.hasAnswer)
    }

    @Test(.must("8620-7.3-d"), arguments: ["types=*&closeafter=never&ping=0", "types=*&closeafter=no&ping=often"])
    func `are asked for in no other words`(query: String) throws {
        #expect(try demo.ask("GET", "/jmap/eventsource?\(query)").status == 400)
    }

    @Test(.must("8620-7.3-e")) func `end behind a state where that is asked for`() throws {
        let (ending, staying) = (
            try demo.pushes("types=*&closeafter=state&ping=0"), try demo.pushes("types=*&closeafter=no&ping=0")
        )
        try change()
        _ = try event(ending)
        #expect(try ending.chunk() == nil)
        _ = try event(staying)
        try change()
        _ = try event(staying)
    }

    @Test(.must("8620-7.3-f", "8620-7.3-g", "8620-7.3-h", "8620-7.3-i", "8620-7.3-j"))
    func `say that they live, as often as the interval that they name, and not where none is asked for`() throws {
        // The shortest interval is that of the server's looks.
        let (pinged, quiet) = (
            try demo.pushes("types=Mailbox&closeafter=no&ping=1"), try demo.pushes("types=Mailbox&closeafter=no&ping=0")
        )
        let start = Date()
        let ping = try event(pinged)
        #expect(ping.contains("event: ping") && !ping.contains { $0.hasPrefix("id:") })
        let interval = try #require(try data(ping)["interval"].number)
        #expect(interval == 2 && Date().timeIntervalSince(start) < 12)
        while quiet.hasAnswer { #expect(try !String(decoding: quiet.chunk() ?? [], as: UTF8.self).contains("ping")) }
    }
}
