import MIME
import TestSupport
import Testing

/// HTML as a reader gets it; what an import records of the same message is not changed by it.
@Suite struct HTMLReadingTests {
    private func read(_ html: String) throws -> String {
        try MessageParser(listsLinks: true).parse(
            .bytes(Array("Content-Type: text/html; charset=utf-8\n\n\(html)\n".utf8))
        )
        .text
    }

    @Test(arguments: [
        (
            "<p>See <a href=\"https://a.example.org/x?y=1&amp;z=2\">the page</a>, please.</p>",
            "See the page[1], please.\n\n[1] https://a.example.org/x?y=1&z=2"
        ),
        ("<a href='https://www.example.org/'>example.org</a>", "example.org"),
        ("<a href=mailto:ada@example.org>ada@example.org</a> <a href=\"#top\">top</a>", "ada@example.org top"),
        (
            "<a href=http://x.example.org>a</a> <a href=http://x.example.org>b</a> <a href=http://y.example.org>c",
            "a[1] b[1] c[2]\n\n[1] http://x.example.org\n[2] http://y.example.org"
        ),
        // A text that names another place than the link leads to is told.
        (
            "<a href=\"http://evil.example.org\">https://bank.example.org</a>",
            "https://bank.example.org[1]\n\n[1] http://evil.example.org"
        ),
        ("<a href=\"javascript:alert(1)\">run</a>", "run"),
        ("<p>Yes.</p><blockquote>Is it?<br>Or not?</blockquote><p>Bye</p>", "Yes.\n\n> Is it?\n> Or not?\n\nBye"),
        ("<blockquote>a<blockquote>b</blockquote>c</blockquote>", "> a\n\n>> b\n\n> c"),
        ("<ul><li>a<ol><li>x<li>y</ol><li>b</ul>", "- a\n\n  1. x\n  2. y\n\n- b"),
        ("a<hr>b", "a\n\n---\n\nb"),
        // What a browser without scripts shows, and what stands where an object or a form should be.
        ("a <noscript>Open the <b>page</b></noscript> b", "a Open the page b"),
        ("<head><noscript>never</noscript></head><body>a", "a"),
        ("a <object data=x>Invoice 7</object> b", "a Invoice 7 b"),
        ("a<select><optgroup label=z><option selected>Monday<option>Friday</select>b", "a\nMonday\nFriday\nb"),
        ("<img alt=\"A clock\" src=x> <img alt='' src=y><img src=z>!", "[A clock] !"),
    ])
    func `links, quotations, lists and pictures become text`(_ html: String, _ text: String) throws {
        #expect(try read(html) == text)
    }

    @Test func `what an import records has neither marks nor links`() throws {
        let html = "Content-Type: text/html\n\n<blockquote>a <a href=http://x.example.org>b</a></blockquote>c\n"
        #expect(try parse(html).text == "a b\n\nc")
    }

    @Test(arguments: ["<blockquote>x", "<ul><li>x", "<a href=http://example.org/", "<a href='", "<ol>", "</ul>", "<a "])
    func `markup that never ends costs no more than its length`(_ piece: String) throws {
        let html = String(repeating: piece, count: 20_000)
        var text = ""
        #expect(try ThreadClock.seconds { text = try read(html) } < 5)
        #expect(text.utf8.count <= 1 << 20)
    }

    @Test func `random markup never fails`() throws {
        var random = SeededGenerator()
        let pieces = [
            "<", ">", "a", " href=", "\"", "'", "http://x", "<a", "</a>", "<blockquote>", "</blockquote>", "<li>", "\n",
            "&",
            "&amp;", "<img alt=", "<ol>", "</ol>", "<pre>", "=", "/", "<hr>",
        ]
        for _ in 0..<2_000 {
            let html = (0..<Int.random(in: 1...40, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            _ = try read(html.joined())
        }
    }

    @Test func `the HTML itself is given as Unicode`() throws {
        let header = "Content-Type: text/html; charset=iso-8859-1\n\n"
        let parser = MessageParser()
        #expect(try parser.html(of: .bytes(Array(header.utf8) + [0x3C, 0x70, 0x3E, 0xFC])) == "<p>ü")
        #expect(try parser.html(of: .bytes(Array("Subject: x\n\ntext\n".utf8))) == nil)
    }
}
