import MIME
import TestSupport
import Testing

/// Text in the layout of RFC 3676, as a reader gets it.
@Suite struct `Flowed text` {
    private func read(_ body: String, parameters: String = "; format=flowed", reading: Bool = true) throws -> String {
        let message = Array("Content-Type: text/plain\(parameters)\n\n\(body)".utf8)
        return try (reading ? MessageParser(readingAttached: .marked) : MessageParser()).parse(.bytes(message)).text
    }

    @Test(arguments: [
        ("one \ntwo\nthree", "one two\nthree"), ("one \n\ntwo", "one \ntwo"), ("one \r\ntwo\r\n", "one two"),
        ("> a \n> b\n>> c \n> d", "> a b\n>> c\n> d"), (">a \n>b", "> a b"), (">> a\n>>\n>> b", ">> a\n>>\n>> b"),
        (" From me\n >no quotation\n  two", "From me\n >no quotation\n two"),
        // Section 4.3: the line of a signature does not flow, and nothing flows into it.
        ("end \n-- \nAda", "end\n-- \nAda"), ("> end \n> -- \n> Ada", "> end\n> -- \n> Ada"),
        ("last ", "last"),
    ])
    func `lines that end in a blank go on in the next`(_ body: String, _ expected: String) throws {
        #expect(try read(body) == expected)
        #expect(try read(body, parameters: "; FORMAT=\"Flowed\"; x=\"y z\"") == expected, "as GMime reads it")
    }

    @Test func `the blank goes where the sender says that it is no part of the text`() throws {
        for more in ["", "; x=\"y z\""] {
            #expect(try read("von \nHand", parameters: "; format=flowed; delsp=yes\(more)") == "vonHand")
            #expect(try read("von  \nHand", parameters: "; format=flowed; delsp=yes\(more)") == "von Hand")
            #expect(try read("von \nHand", parameters: "; format=flowed; delsp=no\(more)") == "von Hand")
        }
    }

    @Test func `words that a cut divides are found as a reader sees them`() throws {
        let header = "Content-Type: text/plain; format=flowed; delsp=yes\n\n"
        let message = try parse(header + "The contract num \nber is secret \nplan.\n")
        #expect(message.text == "The contract num \nber is secret \nplan.")
        #expect(message.indexedText.contains("number is secretplan"))
    }

    @Test func `other text keeps its lines, and so does what is recorded`() throws {
        for parameters in ["", "; format=fixed", "; delsp=yes"] {
            #expect(try read("one \ntwo", parameters: parameters) == "one \ntwo")
        }
        #expect(try read("one \ntwo", reading: false) == "one \ntwo")
    }

    @Test(arguments: [UInt64.random(in: 0...UInt64.max), 1, 2], [false, true])
    func `any paragraphs that are laid out so come back`(seed: UInt64, deletesBlank: Bool) throws {
        var random = SeededGenerator(seed: seed)
        let words = ["a", "From", "word", ">", ">>x", "--", "é", "longer-word", "日本"]
        for round in 0..<300 {
            let paragraphs = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                let text = (0..<Int.random(in: 1...9, using: &random)).compactMap { _ in
                    words.randomElement(using: &random)
                }
                return (depth: Int.random(in: 0...3, using: &random), text: text.joined(separator: " "))
            }
            var lines: [String] = []
            for (depth, text) in paragraphs {
                var pieces = text.split(separator: " ").map(String.init)
                while let first = pieces.first {
                    var count = Int.random(in: 1...pieces.count, using: &random)
                    // A cut behind the sign of a signature would end the paragraph.
                    if first == "--", count == 1, pieces.count > 1 { count = 2 }
                    let isLast = count == pieces.count
                    let line = pieces.prefix(count).joined(separator: " ") + (isLast ? "" : deletesBlank ? "  " : " ")
                    pieces.removeFirst(count)
                    let isStuffed = depth > 0 || line.hasPrefix("From") || line.hasPrefix(">") || line.hasPrefix(" ")
                    lines.append(String(repeating: ">", count: depth) + (isStuffed ? " " : "") + line)
                }
            }
            let expected = paragraphs.map { depth, text in
                depth > 0 ? String(repeating: ">", count: depth) + " " + text : text.hasPrefix(">") ? " " + text : text
            }
            let read = try read(
                lines.joined(separator: "\n"), parameters: "; format=flowed" + (deletesBlank ? "; delsp=yes" : ""))
            #expect(read == expected.joined(separator: "\n"), "round \(round), seed \(seed)")
        }
    }
}
