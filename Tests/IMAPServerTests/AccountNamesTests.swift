import IMAPServer
import Testing

@Suite("Accounts to choose from")
struct AccountNamesTests {
    @Test("are named on one line of ASCII that is not long") func names() {
        #expect(AccountNames.list([], behind: "Which account?") == "Which account?")
        #expect(AccountNames.list(["a@x.org", "b@x.org"], behind: "Which?") == "Which? a@x.org, b@x.org")
        let hostile = ["a\r\n* OK [ALERT] b", "jürgen@x.org\u{0}", String(repeating: "l", count: 5_000)]
        let line = AccountNames.list(hostile, behind: "Which?")
        #expect(line.hasPrefix("Which? a??* OK [ALERT] b, j?rgen@x.org?, lll"))
        #expect(line.utf8.allSatisfy { (0x20...0x7e).contains($0) } && line.utf8.count < 200)
        let many = AccountNames.list((1...12).map { "m\($0)" }, behind: "Which?")
        #expect(many == "Which? m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, and 2 more")
    }
}
