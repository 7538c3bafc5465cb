import Testing

import CommandLineTool

@Suite struct PagerTests {
    @Test(
        arguments: [
            (nil, [:], "less"), (nil, ["PAGER": "more -f"], "more -f"), ("most", ["PAGER": "more"], "most"),
            ("most", ["MAILLEDGER_PAGER": "less -S", "PAGER": "more"], "less -S"),
            (nil, ["PAGER": ""], nil), (nil, ["PAGER": "cat"], nil),
            (nil, ["MAILLEDGER_PAGER": "", "PAGER": "more"], nil),
            ("cat", ["PAGER": "more"], nil), (nil, ["TERM": "dumb"], nil), (nil, ["TERM": ""], "less"),
        ] as [(String?, [String: String], String?)])
    func `is the first that is set`(_ configured: String?, _ variables: [String: String], _ expected: String?) {
        let variables = ["TERM": "xterm"].merging(variables) { $1 }
        #expect(Pager.chosen(configured: configured) { variables[$0] } == expected.map { Pager($0) })
    }

    @Test func `is none where the terminal is not known`() {
        #expect(Pager.chosen { _ in nil } == nil)
    }
}
