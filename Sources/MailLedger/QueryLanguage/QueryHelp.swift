/// The query language in words, for help, the manual page and completion.
public enum QueryHelp {
    /// The grammar, in the EBNF of ISO/IEC 14977.
    ///
    /// A bare word ends at white space, a quote or a parenthesis. Names of fields and operators may be in any case.
    public static let grammar = #"""
        query    = [ or ] ;                                  (* an empty query is every message *)
        or       = and , { "or" , and } ;
        and      = not , { [ "and" ] , not } ;               (* binds tighter than or *)
        not      = ( "not" | "-" ) , not | term ;            (* - stands right before its term *)
        term     = "(" , or , ")" | field , ":" , value | text | "*" ;
        value    = word | phrase | "(" , or-of-values , ")" ;  (* right after the colon *)
        text     = ( word | phrase ) , [ "*" ] ;             (* * right after it: may go on *)
        phrase   = '"' , { character | '""' } , '"' ;        (* "" is a quote *)
        range    = point | [ point ] , ".." , [ point ] | ( ">" | ">=" | "<" | "<=" ) , point ;
        point    = date | size ;                             (* values of date: received: and size: *)
        date     = year , [ "-" , month , [ "-" , day , [ "T" , time , [ zone ] ] ] ]
                 | number , ( "h" | "d" | "w" | "m" | "y" )
                 | "today" | "yesterday" | "tomorrow" | "now" | "@" , seconds ;
        size     = number , [ "." , digits ] , [ "k" | "M" | "G" | "T" ] ;
        """#

    /// One line a field: its names and what it asks for.
    public static var fields: String {
        QueryField.allCases.map { field in
            let names = ([field.name] + field.aliases).map { $0 + ":" }.joined(separator: " ")
            return names + String(repeating: " ", count: max(2, 22 - names.count)) + field.summary
        }.joined(separator: "\n")
    }

    /// Queries with what they find; every one of them is read by a test.
    public static let examples: [(query: String, meaning: String)] = [
        ("", "every message"),
        ("tax return", "both words, anywhere"),
        (#""tax return""#, "the words next to each other"),
        ("invoic*", "words that begin so"),
        ("from:ada is:unread", "unread mail from Ada"),
        ("from:(ada or bob) -subject:lunch", "from either, not about lunch"),
        ("in:INBOX date:2024-01..2024-03", "in a folder and below it"),
        ("date:3m.. size:>1M has:attachment", "three months, large, attached"),
        ("(label:work or is:flagged) and not to:me", "labelled or flagged"),
        ("thread:1f3a", "the thread of this message"),
    ]

    /// A page that teaches the language.
    public static var text: String {
        let width = (examples.map(\.query.count).max() ?? 0) + 2
        let shown = examples.map { example in
            "  " + example.query + String(repeating: " ", count: width - example.query.count) + example.meaning
        }.joined(separator: "\n")
        return """
            A query is words and fields, all of which must match.
            Between them may stand or, not (or -) and parentheses.

            \(shown)

            Fields:
            \(fields.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))

            Dates:  2024  2024-03  2024-03-05  2024-03-05T10:15Z  today  yesterday
                    3d  2w  3m  1y (ago)   a..b  a..  ..b  >a  >=a  <a  <=a
                    A range holds all of the days that it names.
            Sizes:  500  10k  1.5M  2G and ranges of them; alone, that size or more

            Case, accents and punctuation in words do not count.
            Quote what should be taken as it is.
            """
    }
}
