import IMAPProtocol
import Testing

@Suite struct MailboxCommandTests {
    @Test("SELECT and EXAMINE take CONDSTORE and QRESYNC")
    func select() {
        var options = SelectOptions()
        #expect(body("SELECT INBOX") == .select(MailboxName("INBOX"), options))
        #expect(body("EXAMINE \"a b\"") == .examine(MailboxName("a b"), options))
        options.condstore = true
        #expect(body("SELECT x (condstore)") == .select(MailboxName("x"), options))
        options.resync = SelectOptions.Resync(uidValidity: 5, modSeq: UInt64(Int64.max), knownUIDs: nil)
        #expect(body("SELECT x (QRESYNC (5 9223372036854775807) CONDSTORE)") == .select(MailboxName("x"), options))
        options.condstore = false
        let uids = SequenceSet([SequenceSet.Piece(41, 211), SequenceSet.Piece(214, 541)])
        options.resync = SelectOptions.Resync(uidValidity: 67_890_007, modSeq: 90_060_115_194_045_000, knownUIDs: uids)
        let line = "EXAMINE x (QRESYNC (67890007 90060115194045000 41:211,214:541"
        #expect(body(line + "))") == .examine(MailboxName("x"), options))
        #expect(body(line + " (1,3:4 5,7,9)))") == .examine(MailboxName("x"), options))
        for line in [
            "SELECT", "SELECT x ()", "SELECT x (FOO)", "SELECT x CONDSTORE", "SELECT x (QRESYNC)",
            "SELECT x (QRESYNC (0 1))", "SELECT x (QRESYNC (1 0))", "SELECT x (QRESYNC (1 9223372036854775808))",
            "SELECT x (QRESYNC (1 2 *))", "SELECT x (QRESYNC (1 2 $))", "SELECT x (QRESYNC (1 2 3 (1 *)))",
            "SELECT x (QRESYNC (1 2 3 (1:2 1)))", "SELECT x (QRESYNC (1 2 3 (2,1 3,4)))",
            "SELECT x (QRESYNC (4294967296 1))", "SELECT x (QRESYNC (1 2) QRESYNC (1 2))", "SELECT a*b",
        ] {
            #expect(isRefused(line), "\(line)")
        }
    }

    @Test("CREATE takes special uses, the others a name or two")
    func names() {
        let name = MailboxName("a/b")
        let cases: [(String, Body)] = [
            ("CREATE a/b", .create(name, specialUses: [])),
            ("CREATE a/b (USE (\\drafts \\SENT \\Own))", .create(name, specialUses: ["\\Drafts", "\\Sent", "\\Own"])),
            ("CREATE a/b (USE ())", .create(name, specialUses: [])),
            ("DELETE \"a/b\"", .delete(name)), ("RENAME a/b {1+}\r\nx", .rename(name, to: MailboxName("x"))),
            ("SUBSCRIBE a/b", .subscribe(name)), ("UNSUBSCRIBE a/b", .unsubscribe(name)),
            ("DELETE &AOk-]", .delete(MailboxName("&AOk-]"))),
        ]
        for (line, expected) in cases { #expect(body(line) == expected, "\(line)") }
        for line in [
            "CREATE", "CREATE x (FOO (\\Sent))", "CREATE x (USE (Sent))", "RENAME a", "DELETE a b", "DELETE %",
        ] {
            #expect(isRefused(line), "\(line)")
        }
        #expect(body("DELETE \"\u{e9}\"", utf8: true) == .delete(MailboxName("\u{e9}")))
    }

    @Test("STATUS names its items")
    func status() {
        #expect(body("STATUS x (uidnext MESSAGES)") == .status(MailboxName("x"), [.uidNext, .messages]))
        let all = StatusItem.allCases
        #expect(body("STATUS x (\(all.map(\.rawValue).joined(separator: " ")))") == .status(MailboxName("x"), all))
        for line in ["STATUS x", "STATUS x ()", "STATUS x MESSAGES", "STATUS x (FOO)", "STATUS x (DELETED-STORAGE)"] {
            #expect(isRefused(line), "\(line)")
        }
    }

    @Test("LIST is plain, or extended by what it selects, where and what it returns")
    func list() {
        func request(
            _ reference: String, _ patterns: [String], _ selections: [ListRequest.Selection] = [],
            _ returns: [ListRequest.Return] = [], isExtended: Bool = true
        ) -> Body {
            var request = ListRequest(reference: MailboxName(reference), patterns: patterns.map { MailboxName($0) })
            request.selections = selections
            request.returns = returns
            request.isExtended = isExtended
            return .list(request)
        }
        let cases: [(String, Body)] = [
            ("LIST \"\" \"\"", request("", [""], isExtended: false)),
            ("LIST ~/Mail/ %", request("~/Mail/", ["%"], isExtended: false)),
            ("LIST () \"\" a]*", request("", ["a]*"])),
            ("LIST (SUBSCRIBED) \"\" \"*\"", request("", ["*"], [.subscribed])),
            ("LIST (REMOTE) \"\" \"%\" RETURN (CHILDREN)", request("", ["%"], [.remote], [.children])),
            ("LIST \"\" (\"INBOX\" \"Drafts\" \"Sent/%\")", request("", ["INBOX", "Drafts", "Sent/%"])),
            (
                "LIST (SUBSCRIBED RECURSIVEMATCH) \"\" * RETURN ()",
                request("", ["*"], [.subscribed, .recursiveMatch])
            ),
            (
                "LIST (special-use) \"\" * RETURN (SPECIAL-USE SUBSCRIBED STATUS (MESSAGES UNSEEN))",
                request("", ["*"], [.specialUse], [.specialUse, .subscribed, .status([.messages, .unseen])])
            ),
        ]
        for (line, expected) in cases { #expect(body(line) == expected, "\(line)") }
        for line in [
            "LIST", "LIST \"\"", "LIST (RECURSIVEMATCH) \"\" *", "LIST (RECURSIVEMATCH REMOTE) \"\" *",
            "LIST (FOO) \"\" *",
            "LIST \"\" ()", "LIST \"\" * RETURN", "LIST \"\" * RETURN (FOO)", "LIST \"\" * RETURN (STATUS)",
            "LIST \"\" * FOO ()", "LIST * *",
        ] {
            #expect(isRefused(line), "\(line)")
        }
        #expect(
            body("LSUB \"#news.\" comp.*") == .lsub(reference: MailboxName("#news."), pattern: MailboxName("comp.*")))
        #expect(isRefused("LSUB \"\" (a b)"))
    }
}
