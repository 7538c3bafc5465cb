internal import ArgumentParsing
internal import MailLedger

extension ManualPages {
    /// The page of the query language, from the same lists as help and the parser.
    func queryPage() -> String {
        var page = page("mailledger-queries", section: 7, abstract: "The language of queries.")
        page.section("Synopsis")
        page.raw("\\fBmailledger messages\\fR \\fIquery\\fR")
        page.section("Description")
        languageOfQueries(in: &page)
        page.section("See also")
        page.raw("\\fBmailledger\\fR(1),")
        page.raw("\\fBmailledger\\-messages\\fR(1),")
        page.raw("\\fBmailledger\\-query\\fR(1),")
        page.raw("\\fBmailledger\\-search\\fR(1)")
        return page.text
    }

    /// What can be asked for: the same on the page of the language and on that of the verb that keeps queries.
    func languageOfQueries(in page: inout Roff) {
        page.prose(Self.paragraphs.prefix { !$0.contains("\n  ") && !$0.hasPrefix("  ") }.joined(separator: "\n\n"))
        page.prose(
            "Every verb that takes a query takes the same. Quote it for the shell, and '*' too, which means all messages. "
                + "With --explain a verb says on standard error how it read the query.")
        page.section("Fields")
        for field in QueryField.allCases {
            let names = ([field.name] + field.aliases).map { Roff.bold($0 + ":") }.joined(separator: ", ")
            let others = field.values.filter { !field.summary.contains($0) }
            let values = others.isEmpty ? "" : " Also " + others.joined(separator: ", ") + "."
            page.item(names, field.summary.prefix(1).uppercased() + field.summary.dropFirst() + "." + values)
        }
        let rest = Self.paragraphs.drop { !$0.hasPrefix("Fields:") }.dropFirst()
        if !rest.isEmpty {
            page.section("Dates, sizes and words")
            page.prose(rest.joined(separator: "\n\n"))
        }
        examples(
            QueryHelp.examples.map { example in
                // What the shell must not take apart stands in single quotes.
                let isPlain = example.query.allSatisfy { $0.isLetter || $0.isNumber || ":-.".contains($0) }
                let query = isPlain ? example.query : "'" + example.query.replacing("'", with: "'\\''") + "'"
                return CommandExample(
                    query.isEmpty ? "mailledger messages" : "mailledger messages \(query)", example.meaning)
            }, titled: "Examples of queries", in: &page)
        page.section("Grammar")
        page.prose("In the notation of ISO/IEC 14977:")
        page.verbatim(QueryHelp.grammar.split(separator: "\n").map(String.init))
    }

    private static var paragraphs: [String] {
        QueryHelp.text.split(separator: "\n", omittingEmptySubsequences: false).split { $0.isEmpty }
            .map { $0.joined(separator: "\n") }
    }
}
