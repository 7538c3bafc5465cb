/// The query language in words, for help, the manual page and completion.
public enum QueryHelp {
    /// The grammar, in the EBNF of ISO/IEC 14977; a test makes queries from it and reads them.
    ///
    /// Names of fields, operators and words such as `today` may be in any case.
    public static var grammar: String { rules + "\n" + valuesOfFields }

    private static let rules = #"""
        query    = [ or ] ;                                (* an empty query is every message *)
        or       = and , { "or" , and } ;
        and      = not , { [ "and" ] , not } ;             (* binds tighter than or *)
        not      = "not" , not | "-" , not | term ;        (* nothing between - and its term *)
        term     = "(" , or , ")" | "*" | text | field ;   (* space between terms, none inside a field *)
        field    = name , ":" , ( value | list ) ;
        list     = "(" , listor , ")" ;                    (* the operators of a query, over values *)
        listor   = listand , { "or" , listand } ;
        listand  = listnot , { [ "and" ] , listnot } ;
        listnot  = "not" , listnot | "-" , listnot | list | value ;
        value    = header | text | string | label | state | feature | kind | id | saved | dates | sizes
                 | category | mood | scores | answer ;
        text     = ( word | phrase ) , [ "*" ] ;           (* * right after it: its last word is a prefix *)
        header   = text | "*" , word , "*" ;                (* any part of the text, also within a word *)
        string   = plain | phrase ;                        (* all other values may be in quotes, too *)
        label    = string | "*" ;
        phrase   = '"' , { character | '""' } , '"' ;      (* "" is a quote *)
        state    = "unread" | "read" | "flagged" | "answered" | "draft" | "encrypted" | "signed"
                 | "unseen" | "seen" | "starred" | "replied" | "deleted" | "erased" | "any" ;
        feature  = "attachment" | "label" | "tag" ;
        kind     = "mail" | "chat" ;
        dates    = date , [ ".." , [ date ] ] | ".." , date | compare , date ;
        sizes    = size , [ ".." , [ size ] ] | ".." , size | compare , size ;
        category = "fan" | "business" | "spam" | "urgent" | "*" ;
        mood     = "positive" | "negative" | "urgent" | "neutral" | "*" ;
        scores   = score , [ ".." , [ score ] ] | ".." , score | compare , score ;
        answer   = id | "*" ;
        compare  = ">" | ">=" | "<" | "<=" ;
        date     = calendar | ago | "today" | "yesterday" | "tomorrow" | "now" | [ "last_" ] , weekday
                 | ( "this_" | "last_" ) , ( "week" | "month" | "year" ) | spoken
                 | "@" , [ "-" ] , number , [ "." , fraction ] ;
        calendar = year , [ "-" , month , [ "-" , day , [ "T" , time ] ] ] | year , month , [ day ] ;
        time     = hour , [ ":" , minute , [ ":" , minute , [ "." , fraction ] ] ] , [ zone ] ;
        zone     = "Z" | ( "+" | "-" ) , hour , [ [ ":" ] , minute ] ;
        ago      = number , ( "min" | "h" | "d" | "w" | "m" | "y" ) , [ "_ago" ] ;
        spoken   = [ day , "_" ] , named , [ "_" , year ]           (* the latest that has begun *)
                 | [ ( "today" | "yesterday" | weekday ) , "_" ] , hour , ":" , minute ;
        named    = "january" | "february" | "march" | "april" | "may" | "june" | "july" | "august"
                 | "september" | "october" | "november" | "december" ;
        weekday  = "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" ;
        size     = number , [ "." , fraction ] , [ "k" | "M" | "G" | "T" ] ;
        word     = ? letters, digits and signs: no space, quote, parenthesis or star, no - first,
                       and none that is syntax elsewhere, as /word/, +word, a|b, NEAR ? ;
        plain    = ? the same ? ;
        character = ? any but a quote and control characters ? ;
        id       = ? hexadecimal digits, with dashes or without ? ;
        score    = ? 0 to 100 ? ;
        saved    = ? the name of a saved query ? ;
        number   = ? up to eighteen digits ? ;
        fraction = ? up to six digits ? ;
        year     = ? 0001 to 9999 ? ;
        month    = ? 01 to 12 ? ;
        day      = ? 01 to the last day of the month ? ;
        hour     = ? 00 to 23 ? ;
        minute   = ? 00 to 59 ? ;
        name     = ? a name of a field ? ;
        """#

    /// A comment that lists the fields of each value.
    private static var valuesOfFields: String {
        var lines: [String] = []
        for production in [
            "header", "text", "string", "label", "state", "feature", "kind", "id", "dates", "sizes", "category", "mood",
            "scores",
            "answer", "saved",
        ] {
            let fields = QueryField.allCases.filter { $0.production == production }
            lines.append(
                "(* \(production): "
                    + fields.map { ([$0.name] + $0.aliases).joined(separator: "=") }.joined(separator: " ") + " *)")
        }
        return lines.joined(separator: "\n")
    }

    /// One line a field: its names and its condition.
    public static var fields: String {
        QueryField.allCases.map { field in
            let names = ([field.name] + field.aliases).map { $0 + ":" }.joined(separator: " ")
            return names + String(repeating: " ", count: max(2, 22 - names.count)) + field.summary
        }.joined(separator: "\n")
    }

    /// Queries with their meanings; a test reads every one of them.
    public static let examples: [(query: String, meaning: String)] = [
        ("*", "every message"),
        ("tax return", "both words, anywhere"),
        (#""tax return""#, "the words next to each other"),
        ("invoic*", "words that begin with invoic"),
        ("subject:*voic*", "a part of a word, in a header"),
        ("from:ada is:unread", "unread mail from Ada"),
        ("list:kernel date:4_feb..", "from a list, since 4 February"),
        ("from:(ada or bob) -subject:lunch", "from either, not about lunch"),
        ("in:INBOX date:2024-01..2024-03", "in a folder and below it"),
        ("date:3m.. size:>1M has:attachment", "three months, large, attached"),
        ("(label:work or is:flagged) and not to:me", "labelled or flagged"),
        ("category:urgent score:>70", "claimed urgent, with a high score"),
        ("thread:1263", "the thread of this message"),
        ("is:deleted changed-by:cleanup", "deleted mail that this actor changed"),
        ("query:work is:unread", "what a saved query finds, unread"),
    ]

    /// A page that teaches the language.
    public static var text: String {
        let width = (examples.map(\.query.count).max() ?? 0) + 2
        let shown = examples.map { example in
            "  " + example.query + String(repeating: " ", count: width - example.query.count) + example.meaning
        }.joined(separator: "\n")
        return """
            A query is words and fields, all of which must match.
            They combine with or, not (or -) and parentheses.

            \(shown)

            Fields:
            \(fields.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))

            Dates:  2024  2024-03  2024-03-05  2024-03-05T10:15Z  today  yesterday
                    monday  last_monday  last_week  this_month  @1709600000 (seconds)
                    30min  6h  3d  2w  3m  1y (ago)  2_weeks_ago
                    4_feb  feb_2025  mon_14:05  14:05 (the last one)
                    a..b  a..  ..b  >a  >=a  <a  <=a
                    Both ends of a range are included; an end in hours or
                    minutes, as in ..6h, is that instant.
            Sizes:
                    500  10k  1.5M  2G and ranges of them; alone, that size or more
            Scores:
                    80  >70  50..80  ..20

            A verb that changes mail needs a query; * means every message.
            Case, accents and punctuation in words do not count.
            Words are found as they are written, without stemming: boat finds no
            boats, boat* finds both.
            Quoted text is taken as it is.
            On the command line a word of seven or more hexadecimal digits that
            begins an id means that message. For fewer digits write id:3f2a; for
            the word itself write word:3f2a7432.
            The field date: is the date of the mail, or else of its receipt.
            A message in several folders is one message: reading it in one reads
            it in all.
            Lists show live messages. With is:deleted or is:any a query finds
            deleted ones as they last were; is:erased lists what was erased.
            """
    }
}
