import IMAPProtocol
import Testing

@Suite struct SessionCommandTests {
    @Test("Commands without arguments are read in any case")
    func plain() {
        let cases: [(String, Body)] = [
            ("CAPABILITY", .capability), ("noop", .noop), ("Logout", .logout), ("NAMESPACE", .namespace),
            ("IDLE", .idle), ("CHECK", .check), ("CLOSE", .close), ("UNSELECT", .unselect),
            ("EXPUNGE", .expunge(uids: nil)),
        ]
        for (line, expected) in cases {
            #expect(body(line) == expected, "\(line)")
            #expect(isRefused(line + " x"), "\(line)")
        }
    }

    @Test("ID has at most 30 fields of bounded length")
    func id() {
        typealias Field = IMAPCommand.IDField
        #expect(body("ID NIL") == .id([]))
        #expect(body("ID ()") == .id([]))
        #expect(
            body("ID (\"name\" \"sodr\" {7+}\r\nversion NIL)")
                == .id([
                    Field(name: "name", value: "sodr"), Field(name: "version", value: nil),
                ]))
        let field = " \"a\" \"b\""
        #expect(body("ID (" + String(repeating: field, count: 30).dropFirst() + ")") != nil)
        #expect(isRefused("ID (" + String(repeating: field, count: 31).dropFirst() + ")"))
        #expect(isRefused("ID (\"\(String(repeating: "n", count: 31))\" NIL)"))
        #expect(isRefused("ID (\"n\" \"\(String(repeating: "v", count: 1_025))\")"))
        for line in ["ID", "ID (\"a\")", "ID (NIL NIL)", "ID (a b)", "ID \"a\""] { #expect(isRefused(line), "\(line)") }
    }

    @Test("ENABLE names capabilities, LOGIN takes any strings")
    func enableAndLogin() {
        #expect(body("ENABLE CONDSTORE utf8=accept IMAP4rev2") == .enable(["CONDSTORE", "UTF8=ACCEPT", "IMAP4REV2"]))
        #expect(isRefused("ENABLE"))
        #expect(isRefused("ENABLE \"a\""))
        #expect(body("LOGIN SMITH SESAME") == .login(user: Array("SMITH".utf8), password: Array("SESAME".utf8)))
        #expect(body(#"LOGIN "a\\\"" """#) == .login(user: Array(#"a\""#.utf8), password: []))
        for line in ["LOGIN", "LOGIN a", "LOGIN a b c", #"LOGIN "a\x" b"#, #"LOGIN "a" "b"#, "LOGIN a*b c"] {
            #expect(isRefused(line), "\(line)")
        }
        #expect(isRefused("LOGIN \"\u{e9}\" b"))
        #expect(body("LOGIN \"\u{e9}\" b", utf8: true) == .login(user: [0xC3, 0xA9], password: [98]))
        #expect(isRefused("LOGIN \u{e9} b", utf8: true))
        #expect(read(Array("a LOGIN \"".utf8) + [0xC3] + Array("\" b\r\n".utf8), utf8: true).count == 1)
        guard case .refused = read(Array("a LOGIN \"".utf8) + [0xC3] + Array("\" b\r\n".utf8), utf8: true)[0] else {
            Issue.record("what is not UTF-8 is taken")
            return
        }
    }

    @Test("AUTHENTICATE may bring its first response, decoded from BASE64")
    func authenticate() {
        #expect(body("AUTHENTICATE plain") == .authenticate(mechanism: "PLAIN", initialResponse: nil))
        #expect(body("AUTHENTICATE PLAIN =") == .authenticate(mechanism: "PLAIN", initialResponse: []))
        #expect(
            body("AUTHENTICATE PLAIN dGVzdAB0ZXN0AHRlc3Q=")
                == .authenticate(
                    mechanism: "PLAIN", initialResponse: Array("test\0test\0test".utf8)))
        for line in [
            "AUTHENTICATE", "AUTHENTICATE PLAIN !", "AUTHENTICATE PLAIN YQ", "AUTHENTICATE PLAIN YR==",
            "AUTHENTICATE PLAIN YQ== x", "AUTHENTICATE PLAIN ====", "AUTHENTICATE PLAIN Y===", "AUTHENTICATE PLAIN {4}",
        ] {
            #expect(isRefused(line), "\(line)")
        }
        #expect(Base64.decode("".utf8) == [])
    }
}
