import HTTPServing
import TestSupport
import Testing

@Suite struct `Fields of a request` {
    @Test(arguments: [
        ("Bearer mlt_a", "mlt_a"), ("bearer  mlt_a", "mlt_a"), ("Basic OnNlY3JldA==", "secret"),
        ("basic dXNlcjpzOmVjcmV0", "s:ecret"), ("Bearer ", ""),
    ])
    func `that let somebody in are read`(field: String, secret: String) {
        #expect(Credentials(field)?.secret == secret)
    }

    @Test(arguments: ["", "Bearer", "Digest x", "Basic !!!", "Basic c2VjcmV0", "Basic OnNlY3JldA", "Token mlt_a"])
    func `that let nobody in are none`(field: String) {
        #expect(Credentials(field) == nil)
        #expect(Credentials("Bearer " + String(repeating: "a", count: 5_000)) == nil)
    }

    @Test(arguments: [
        ("localhost", "localhost", nil), ("LocalHost:8420", "localhost", 8420), ("[::1]:80", "::1", 80),
        ("127.0.0.1:1", "127.0.0.1", 1), ("mail.example.org", "mail.example.org", nil as UInt16?),
    ])
    func `that name a host are read`(field: String, name: String, port: UInt16?) {
        #expect(HostName(field)?.name == name)
        #expect(HostName(field)?.port == port)
    }

    @Test(arguments: [
        "", ":80", "a:b", "a:99999", "[::1", "[]:80", "a b", "user@localhost", "localhost:", "localhost:80:80",
        "a\u{7f}",
    ])
    func `that name no host are none`(field: String) {
        #expect(HostName(field) == nil)
    }

    @Test(arguments: [
        (nil, ByteRange.all), ("bytes=0-3", .part(0..<4)), ("bytes=8-", .part(8..<10)), ("bytes=-3", .part(7..<10)),
        ("bytes=5-99999999999999999", .part(5..<10)), ("bytes=-99", .part(0..<10)), ("bytes=10-", .unsatisfiable),
        ("bytes=-0", .unsatisfiable), ("bytes=5-2", .all), ("bytes=0-1,4-5", .all), ("lines=1-2", .all),
        ("bytes=", .all), ("bytes=-", .all), ("bytes=a-b", .all), ("bytes=99999999999999999999-", .all),
        ("bytes=0-9223372036854775807", .part(0..<10)),
    ])
    func `that ask for a part are read, or ask for all`(field: String?, range: ByteRange) {
        #expect(ByteRange(field, size: 10) == range)
    }

    @Test func `are found whatever the case of their names, and other names are not theirs`() {
        let fields = HTTPFields([("HOST", "a"), ("host", "b"), ("Hos\u{14}", "c"), ("X-Y", "d")])
        #expect(fields["host"] == "a" && fields.count(of: "host") == 2 && fields["x-y"] == "d" && fields["x_y"] == nil)
        #expect(fields.last(of: "host") == "b" && fields.last(of: "x_y") == nil)
    }

    @Test(arguments: ["127.0.0.1", "127.0.0.1:x", ":80", "::1:80", "unix:relative", "", "127.0.0.1:99999", "fd:3"])
    func `an address that is none is refused`(text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("2001:DB8:0::0001", "2001:db8::1"), ("::1", "::1"),
        ("::ffff:192.0.2.7", "192.0.2.7"), ("::FFFF:c000:207", "192.0.2.7"), ("::", "::"), ("10.0.0.0/8", nil),
        ("192.0.2", nil), ("nonsense", nil), ("", nil), ("[::1]", nil), ("192.0.2.7:80", nil),
    ])
    func `a numeric address is written in one way`(text: String, canonical: String?) {
        #expect(HTTPPeer.canonical(text) == canonical)
    }

    @Test func `an address is of this machine, or it is not`() {
        #expect(ListenAddress("localhost:80") == .tcp(host: "127.0.0.1", port: 80))
        #expect(ListenAddress("[::1]:0")?.isLocal == true && ListenAddress("127.8.0.1:1")?.isLocal == true)
        #expect(ListenAddress("0.0.0.0:80")?.isLocal == false && ListenAddress("[::]:80")?.isLocal == false)
        #expect(ListenAddress("unix:/a")?.isLocal == true && ListenAddress("fd")?.isLocal == false)
    }
}
