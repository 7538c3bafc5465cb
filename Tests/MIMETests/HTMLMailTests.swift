import MIME
import TestSupport
import Testing

@Suite struct `The HTML of a mail for a browser` {
    private func read(_ html: String) -> HTMLMail {
        HTMLMail(html) { ["logo@example.org": "/cid/2", "a b": "/cid/3"][$0] }
    }

    @Test(arguments: [
        ("<img src=\"cid:logo@example.org\">", "<img src=\"/cid/2\">"),
        ("<IMG SRC=CID:LOGO@example.org>", "<IMG SRC=/cid/2>"),
        ("<img src='cid:logo%40example.org'>", "<img src='/cid/2'>"),
        ("<img src=\"cid:a%20b\">", "<img src=\"/cid/3\">"),
        ("<td background=\"cid:logo@example.org\">", "<td background=\"/cid/2\">"),
        ("<p style=\"background:url('cid:logo@example.org')\">", "<p style=\"background:url('/cid/2')\">"),
        ("<style>p{background:url(cid:logo@example.org)}</style>", "<style>p{background:url(/cid/2)}</style>"),
        ("<img srcset=\"cid:logo@example.org 1x, cid:a%20b 2x\">", "<img srcset=\"/cid/2 1x, /cid/3 2x\">"),
        // What names no part, and what is no reference, stays.
        ("<img src=cid:other>", "<img src=cid:other>"), ("<p>cid:logo@example.org</p>", "<p>cid:logo@example.org</p>"),
        ("<!-- <img src=cid:logo@example.org> -->", "<!-- <img src=cid:logo@example.org> -->"),
        ("<script>cid:logo@example.org</script>", "<script>cid:logo@example.org</script>"),
        ("<textarea><img src=cid:logo@example.org></textarea>", "<textarea><img src=cid:logo@example.org></textarea>"),
        ("<img alt=\"<img src=cid:logo@example.org>\">", "<img alt=\"<img src=cid:logo@example.org>\">"),
        ("<img src=\"cid:logo@example.org", "<img src=\"cid:logo@example.org"),
    ])
    func `leads to the parts that it shows`(_ html: String, _ expected: String) {
        #expect(read(html).html == expected)
    }

    @Test(arguments: [
        ("<img src=http://x.example/1>", 1), ("<img src=\" HTTPS://x.example/1 \">", 1), ("<img src=//x.example/1>", 1),
        ("<img src='\\\\x.example/1'>", 1), ("<img src='ht&#10;tp://x.example'>", 1), ("<img src=ht&#x74;p://x>", 1),
        ("<img src=http://x/1><img src=http://x/1><img src=http://x/2>", 2),
        ("<img srcset='http://x/1 1x, http://x/2 2x'>", 2),
        ("<table background=http://x>", 1), ("<video poster=http://x src=http://y>", 2), ("<object data=http://x>", 1),
        ("<link rel=stylesheet href=http://x>", 1), ("<svg><image xlink:href=http://x /></svg>", 1),
        ("<p style=\"background:url(http://x)\">", 1), ("<p style='background:URL( \"http://x\" )'>", 1),
        ("<p style=\"background:url(&quot;http://x&quot;)\">", 1),
        ("<style>@import 'http://x'; p{background:url(http://y)}</style>", 2),
        ("<style>@import \(String(repeating: "/**/", count: 30)) 'http://x'</style>", 1),
        ("<style>p{background:image-set('http://x' 1x, \"http://y\" 2x)}</style>", 2),
        ("<a href=http://x>x</a>", 0), ("<img src=data:,>", 0), ("<img src=/v1/x>", 0), ("<img src=cid:x>", 0),
        ("<!-- <img src=http://x> -->", 0), ("<img alt='<img src=http://x>'>", 0), ("<p title=\"url(http://x)\">", 0),
        ("<style>q{quotes:\"http://x\"}</style>", 0), ("http://x", 0), ("<!--><img src=http://x>", 1),
        ("<!--x--!><img src=http://x>", 1), ("<?php ><img src=http://x>", 1), ("</><img src=http://x>", 1),
        ("<title><img src=http://x></title>", 0), ("<noscript><img src=http://x></noscript>", 1),
    ])
    func `says how many things elsewhere a browser would load`(_ html: String, _ count: Int) {
        #expect(read(html).remote.count == count, "\(read(html).remote)")
    }

    @Test func `lists links as they are read and as they lead`() {
        let html = """
            <a href="http://evil.example/?a=1&amp;b=2"><b>https://bank.example</b>
              log in</a> <a href=mailto:ada@example.org>Ada <a href="https://x.example">not closed
            <a href="javascript:alert(1)">run</a> <a name=top>here</a> <a href="#top">top</a>
            <map><area href=http://map.example></map>
            """
        #expect(
            read(html).links.map { [$0.text, $0.address] } == [
                ["https://bank.example log in", "http://evil.example/?a=1&b=2"], ["Ada", "mailto:ada@example.org"],
                ["not closed", "https://x.example"], ["", "http://map.example"],
            ])
    }

    @Test(arguments: [
        ("//x.example/a", "https://x.example/a"), ("\\\\x.example\\a", "https://x.example/a"),
        ("///x.example", "https://x.example"), ("/a", ""), ("a", ""), ("?q", ""), ("", ""), ("//", ""), ("#top", ""),
        ("a/b:c", ""),
    ])
    func `lists links without a scheme by the host that they name`(_ link: String, _ address: String) {
        let wanted = address.isEmpty ? [] : [address]
        #expect(read("<a href=\"\(link)\">x</a>").links.map(\.address) == wanted)
    }

    @Test(arguments: [
        ("https://x.example", "a", "https://x.example/a"),
        ("https://x.example/b/c?q#f", "a?r=1", "https://x.example/b/a?r=1"),
        ("http://x.example/b/", "../../a/./b/..", "http://x.example/a/"),
        ("http://x.example/b/c", "/a", "http://x.example/a"),
        ("http://x.example/b/c?q", "?r", "http://x.example/b/c?r"),
        ("http://x.example", "//y.example", "http://y.example"),
        ("//x.example/b", "./a:b", "https://x.example/a:b"), ("//x.example/b", "a:b", ""),
        ("http://x.example", "#top", ""), ("http://x.example", "javascript:alert(1)", ""),
        ("javascript:alert(1)//", "a", ""), ("/b/", "a", ""), ("", "a", ""), ("", "//y.example", "https://y.example"),
    ])
    func `lists relative links by the first base, wherever it is`(_ base: String, _ link: String, _ address: String) {
        let wanted = address.isEmpty ? [] : [address]
        let bases = "<base href=\"\(base)\"><base href=\"https://other.example/\">"
        for html in ["\(bases)<a href=\"\(link)\">x</a>", "<a href=\"\(link)\">x</a>\(bases)"] {
            #expect(read(html).links.map(\.address) == wanted, "\(html)")
        }
    }

    @Test func `lists areas by their words, within a link too, and bounds what leads nowhere by itself`() {
        let mail = read("<a href=http://x.example>a <area href=//y.example alt=b> c</a>")
        #expect(
            mail.links.map { [$0.text, $0.address] } == [["b", "https://y.example"], ["a c", "http://x.example"]])
        let nowhere = String(repeating: "<a href=a>a</a>", count: 500)
        #expect(read(nowhere + "<a href=http://x.example>x</a>").links.map(\.address) == ["http://x.example"])
    }

    @Test(arguments: [
        "<img src=http://x ", "<a href=http://x>", "<!--", "<style>", "<p style=\"url(", "<p style='(\"", "</", "<",
        "<a b='",
        "<svg><title>", "<a =", "<![CDATA[", "<img src=\"cid:logo@example.org\">", "url(\"", "(,(,",
    ])
    func `costs no more than its length, and stays in bounds`(_ piece: String) throws {
        let html = String(repeating: piece, count: 50_000)
        var mail = read("")
        #expect(ThreadClock.seconds { mail = read(html) } < 10)
        #expect(mail.links.count <= 200 && mail.remote.count <= 5_000)
        mail = read("<style>" + html)
        #expect(mail.links.isEmpty)
    }

    @Test func `is the same byte for byte where no part is referred to, and else but for the references`() {
        var random = SeededGenerator()
        let pieces = [
            "<", ">", "a", " href=", "\"", "'", "http://x", "<a", "</a>", "<img", " src=", "cid:logo@example.org",
            "cid:",
            "<style>", "</style>", "url(", ")", "<!--", "-->", "--!>", "\n", "&", "&amp;", "&quot;", "=", "/",
            "<script>",
            "</script>", " style=", "@import ", ",", "é", "\u{0}", "<svg>", "<title>", "</title", "srcset=", "%20",
            "\\",
        ]
        for _ in 0..<3_000 {
            let html = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            #expect(HTMLMail(html) { _ in nil }.html == html)
            let mail = HTMLMail(html) { _ in "/here/1" }
            // What is left is there, in order, and nothing was made that leads elsewhere.
            var rest = Array(html.utf8)[...]
            for piece in mail.html.split(separator: "/here/1", omittingEmptySubsequences: false) {
                let wanted = Array(piece.utf8)
                while !rest.starts(with: wanted), !rest.isEmpty { rest.removeFirst() }
                #expect(rest.starts(with: wanted), "\(html)")
                rest = rest.dropFirst(wanted.count)
            }
            let again = HTMLMail(mail.html) { _ in nil }
            #expect(
                again.remote.count <= mail.remote.count && again.links.map(\.address) == mail.links.map(\.address),
                "\(html.debugDescription): \(again.remote) beside \(mail.remote)")
        }
    }
}
