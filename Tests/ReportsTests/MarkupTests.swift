import Testing

@testable import Reports

@Suite struct `A piece of markup` {
    @Test func `escapes what others wrote, and nothing else`() {
        let text = "<b>&\u{A0}\"'\u{202E}</b>\r\n"
        let markup: Markup = "<p>\(text: text)</p>"
        #expect(markup.html == "<p>&lt;b&gt;&amp;&nbsp;\"'\\u{202E}&lt;/b&gt;␍␊</p>")
        let lines: Markup = "<p>\(lines: "a\r\nb\u{0}")</p>"
        #expect(lines.html == "<p>a\nb␀</p>")
    }
}
