import HTTPAsking
import Testing

@Suite struct HTTPAddressTests {
    @Test(arguments: [
        "https://node3.example.org", "https://node3:8420", "https://[2001:db8::1]:8420/mail/ada",
        "https://10.0.0.3/a_b~c-d.e",
        "http://127.0.0.1:8420", "http://localhost:8420", "http://LOCALHOST/mail", "http://[::1]:80",
        "http://127.9.8.7",
    ]) func `an address is kept as it is`(_ text: String) throws {
        #expect(try HTTPAddress(text).url == text)
        #expect(try HTTPAddress(text + "//").url == text)
    }

    @Test(arguments: [
        "", "node3", "ftp://node3", "HTTPS://node3", "https://", "https:///a", "https://a b", "https://a\r\nb",
        "https://a\u{0}",
        "https://user:secret@node3", "https://node3?x=1", "https://node3#x", "https://node3/%2e",
        "https://node3\\@evil",
        "https://node3:", "https://node3:0", "https://node3:65536", "https://node3:+1", "https://node3:8x",
        "https://[::1",
        "https://[]", "https://[::1]x", "https://[fe80::1%25lo]", "https://nöde",
        "https://\(String(repeating: "a", count: 256))",
    ]) func `what has a secret, a blank or two readings is no address`(_ text: String) {
        #expect(throws: HTTPAddress.Fault.notAnAddress) { try HTTPAddress(text) }
    }

    @Test(arguments: [
        "http://node3", "http://10.0.0.3:8420", "http://127.0.0.1.example.org", "http://127.1", "http://0127.0.0.1",
        "http://localhost.example.org", "http://127.0.0.256", "http://[::2]", "http://0.0.0.0",
    ]) func `nothing goes to another machine in clear`(_ text: String) {
        #expect(throws: HTTPAddress.Fault.unprotected) { try HTTPAddress(text) }
    }
}
