import Testing

import CommandLineTool

@Suite struct MailTextTests {
    private func shown(_ text: String, folds: Bool = true) -> [String] {
        MailText.pieces(of: text, folds: folds).map { piece in
            switch piece {
            case .own(let line): String(line)
            case .quoted(let line): "q:" + line
            case .signature(let line): "s:" + line
            case .folded(let count): "[\(count)]"
            }
        }
    }

    private func quotation(_ count: Int) -> String {
        (1...count).map { "> \($0)" }.joined(separator: "\n")
    }

    @Test func `a long quotation is one line, a short one is shown`() {
        #expect(shown("a\n\(quotation(7))\n\nb") == ["a", "[7]", "", "b"])
        #expect(shown("a\n\(quotation(2))\nb") == ["a", "q:> 1", "q:> 2", "b"])
        #expect(shown("a\n\(quotation(4))\n\n\(quotation(4))\nb") == ["a", "[9]", "b"])
    }

    @Test func `nothing is folded where that is not asked for`() {
        let text = "a\n\(quotation(30))\nb"
        #expect(shown(text, folds: false).filter { $0.hasPrefix("q:") }.count == 30)
    }

    @Test func `what stands below the line that introduces it is a quotation`() {
        for mark in [
            "-----Original Message-----", "----- Ursprüngliche Nachricht -----", "-----Message d'origine-----",
        ] {
            let text = "yes\n\n\(mark)\nFrom: a\n\n1\n2\n3\n4\n5"
            #expect(shown(text) == ["yes", "", "[8]"], "\(mark)")
        }
        #expect(shown("yes\n-----Forwarded message-----\n1\n2\n3\n4\n5\n6").last == "6")
    }

    @Test func `a signature is told apart, and dashes alone are none`() {
        #expect(shown("a\n-- \nAda\nx") == ["a", "s:-- ", "s:Ada", "s:x"])
        #expect(shown("a\n--\nAda") == ["a", "--", "Ada"])
    }

    @Test func `a message that only quotes is shown`() {
        #expect(shown(quotation(9)).count == 9)
        #expect(shown("-----Original Message-----\n1\n2\n3\n4\n5\n6\n7").count == 8)
    }

    @Test func `all lines are told, in order`() {
        let text = "\n> a\n\n\n> b\n-- \n\n> c\n"
        let lines = shown(text, folds: false).map {
            $0.hasPrefix("q:") || $0.hasPrefix("s:") ? String($0.dropFirst(2)) : $0
        }
        #expect(lines.joined(separator: "\n") == text)
    }
}
