import MailLedger
import Testing

@Suite struct AttachmentNameTests {
    @Test(
        arguments: [
            ("invoice.pdf", "invoice.pdf"), ("../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"),
            ("C:\\Users\\ada\\tax.xls", "tax.xls"), ("..", "attachment-7.pdf"), ("", "attachment-7.pdf"),
            (nil, "attachment-7.pdf"), (".bashrc", "bashrc"), ("-rf", "rf"), ("  a b.txt  ", "a b.txt"),
            ("a\u{0}b\nc\u{202E}d", "a_b_c_d"), ("\u{1B}\u{7}", "attachment-7.pdf"), ("日本語.txt", "日本語.txt"),
            ("dir/", "dir"), ("///", "attachment-7.pdf"), ("~ada", "ada"), ("trailing. . ", "trailing"),
            // A slash with a combining sign behind it is one Character, and still a slash.
            ("../\u{338}etc/\u{301}passwd", "\u{301}passwd"), (".\u{301}bashrc", "\u{301}bashrc"),
        ] as [(String?, String)])
    func `a name in mail leads nowhere and hides nothing`(_ name: String?, _ expected: String) {
        #expect(AttachmentName.safe(name, 7, "application/pdf") == expected)
    }

    @Test func `a long name keeps its ending`() {
        let name = AttachmentName.safe(String(repeating: "ü", count: 5_000) + ".pdf", 1, "application/pdf")
        #expect(name.utf8.count <= 200 && name.hasSuffix("ü.pdf"))
        #expect(AttachmentName.safe("a." + String(repeating: "b", count: 5_000), 1, "x/y").utf8.count <= 200)
    }
}
