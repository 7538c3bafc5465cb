import Assist
import MailLedger
import Projections
import Testing

/// 2024-03-15 12:00:00 UTC, a Friday.
private let noon: Int64 = 1_710_504_000_000_000
private let day: Int64 = 86_400_000_000
private let minute: Int64 = 60_000_000

/// 2024-03-05 00:00 UTC.
private let fifth: Int64 = 1_709_596_800_000_000

struct QueryTests {
    private func read(_ query: String) throws -> MessageFilter {
        var context = QueryContext(now: noon)
        context.savedQueries = { ["work": "label:work"] }
        return try MessageFilter(query: query, in: context)
    }

    private static func word(_ text: String) -> MessageFilter { .text(.any, TextMatch(text)) }
    private static let a = word("a")
    private static let b = word("b")
    private static let c = word("c")

    static let readings: [(query: String, filter: MessageFilter)] = [
        ("", .all), ("   \t\n", .all), ("*", .all), ("-*", .not(.all)), ("not *", .not(.all)),
        // Operators.
        ("a b", .and([a, b])), ("a and b", .and([a, b])), ("a AND b", .and([a, b])), ("a or b", .or([a, b])),
        ("a b or c", .or([.and([a, b]), c])), ("a or b c", .or([a, .and([b, c])])),
        ("a (b or c)", .and([a, .or([b, c])])),
        ("(a b) c", .and([a, b, c])), ("a or (b or c)", .or([a, b, c])), ("((a))", a), ("( a )", a), ("not a", .not(a)),
        ("-a", .not(a)), ("--a", a), ("not not a", a), ("not -a", a), ("not(a)", .not(a)),
        ("-(a b)", .not(.and([a, b]))),
        ("a -b", .and([a, .not(b)])), ("not a b", .and([.not(a), b])), ("a and not b", .and([a, .not(b)])),
        ("a or not b", .or([a, .not(b)])), ("a\u{3000}b", .and([a, b])), ("a\nb", .and([a, b])),
        // Words.
        ("\"a b\"", .text(.any, TextMatch("a b"))), ("\"and\"", word("and")), ("android", word("android")),
        ("nota", word("nota")),
        ("a*", .text(.any, TextMatch("a", isPrefix: true))),
        ("\"a b\"*", .text(.any, TextMatch("a b", isPrefix: true))),
        ("\"say \"\"hi\"\"\"", word("say \"hi\"")), ("foo-bar", word("foo-bar")), ("12:30", word("12:30")),
        ("ada@example.org", word("ada@example.org")), ("\"re: x\"", word("re: x")),
        ("Z\u{FC}rich", word("Z\u{FC}rich")),
        ("\"a*b\"", word("a*b")), ("\"-a\"", word("-a")), ("\u{1F951}", word("\u{1F951}")),
        // Fields.
        ("from:ada", .text(.from, TextMatch("ada"))), ("FROM:ada", .text(.from, TextMatch("ada"))),
        ("to:\"Ada L\"", .text(.to, TextMatch("Ada L"))),
        ("subject:tax*", .text(.subject, TextMatch("tax", isPrefix: true))),
        ("subject:re:x", .text(.subject, TextMatch("re:x"))), ("body:a", .text(.body, TextMatch("a"))),
        ("attachment:a.pdf", .text(.attachment, TextMatch("a.pdf"))), ("-from:a", .not(.text(.from, TextMatch("a")))),
        ("from:and", .text(.from, TextMatch("and"))),
        ("from:(a or b)", .or([.text(.from, TextMatch("a")), .text(.from, TextMatch("b"))])),
        ("from:(a -b)", .and([.text(.from, TextMatch("a")), .not(.text(.from, TextMatch("b")))])),
        (
            "from:(a (b or c*))",
            .and([
                .text(.from, TextMatch("a")),
                .or([.text(.from, TextMatch("b")), .text(.from, TextMatch("c", isPrefix: true))]),
            ])
        ),
        ("subject:(re:foo)", .text(.subject, TextMatch("re:foo"))), ("in:INBOX", .folder(FolderReference("INBOX"))),
        ("folder:Work/Tax", .folder(FolderReference("Work/Tax"))), ("in:\"a b\"", .folder(FolderReference("a b"))),
        ("in:\"*\"", .folder(FolderReference("*"))), ("account:a@b", .account("a@b")), ("label:x", .keyword("x")),
        ("tag:$junk", .keyword("$junk")), ("keyword:x", .keyword("x")), ("label:\"to do\"", .keyword("to do")),
        ("label:(a or b)", .or([.keyword("a"), .keyword("b")])), ("label:*", .hasLabel), ("has:label", .hasLabel),
        ("has:attachment", .hasAttachments), ("id:1F3a", .id(prefix: "1f3a")),
        ("id:12345678-9a", .id(prefix: "12345678-9a")),
        ("thread:ab", .thread(prefix: "ab")), ("mid:<a.b@c>", .messageID("a.b@c")),
        ("message-id:a.b@c", .messageID("a.b@c")),
        ("mid:\"a(b@c\"", .messageID("a(b@c")), ("mid:\"< a b@c >\"", .messageID("ab@c")),
        ("is:unread", .state(.unread)), ("is:READ", .state(.read)),
        ("is:starred", .state(.flagged)), ("is:flagged", .state(.flagged)), ("is:replied", .state(.answered)),
        ("is:answered", .state(.answered)), ("is:draft", .state(.draft)),
        ("is:(unread flagged)", .and([.state(.unread), .state(.flagged)])),
        // The spellings of notmuch and mu.
        ("cc:a", .text(.cc, TextMatch("a"))), ("bcc:a", .text(.bcc, TextMatch("a"))),
        ("contact:a", .text(.contact, TextMatch("a"))), ("recip:a", .text(.to, TextMatch("a"))),
        ("file:a", .text(.attachment, TextMatch("a"))), ("msgid:<a@b>", .messageID("a@b")),
        ("flag:seen", .state(.read)), ("flag:unread", .state(.unread)), ("tag:unread", .not(.state(.read))),
        ("tag:passed", .keyword("$forwarded")),
        ("tag:Flagged", .state(.flagged)), ("tag:replied", .state(.answered)), ("tag:draft", .state(.draft)),
        ("tag:attachment", .hasAttachments), ("tag:inbox", .inboxTag), ("tag:*", .hasLabel),
        ("tag:todo", .keyword("todo")), ("label:unread", .keyword("unread")),
        ("-tag:inbox", .not(.inboxTag)),
        // Sizes.
        ("category:urgent", .claim(.category(.urgent))), ("category:FAN", .claim(.category(.fan))),
        ("-category:*", .not(.claim(.category(nil)))), ("sentiment:negative", .claim(.sentiment(.negative))),
        ("score:>70", .claim(.score(Bounds(from: 71)))), ("score:50..80", .claim(.score(Bounds(from: 50, to: 81)))),
        ("score:80", .claim(.score(Bounds(from: 80, to: 81)))), ("score:<=20", .claim(.score(Bounds(to: 21)))),
        ("answer:3F2A", .claim(.answer(prefix: "3f2a"))), ("answer:*", .claim(.answer(prefix: nil))),
        ("size:500", .size(Bounds(from: 500))), ("size:>1M", .size(Bounds(from: 1_048_577))),
        ("size:>=10k", .size(Bounds(from: 10_240))),
        ("size:<2k", .size(Bounds(to: 2_048))), ("size:<=2k", .size(Bounds(to: 2_049))),
        ("size:1k..2KiB", .size(Bounds(from: 1_024, to: 2_049))),
        ("size:1.5k..", .size(Bounds(from: 1_536))), ("size:..1G", .size(Bounds(to: 1_073_741_825))),
        ("size:0..0", .size(Bounds(from: 0, to: 1))),
        ("size:0.5TB", .size(Bounds(from: 549_755_813_888 - 0))),
        // Dates, in UTC.
        ("date:2024-03-05", .date(Bounds(from: fifth, to: fifth + day))),
        ("date:2024-03", .date(Bounds(from: fifth - 4 * day, to: fifth + 27 * day))),
        ("date:2024", .date(Bounds(from: fifth - 64 * day, to: fifth + 302 * day))),
        ("received:2024-03-05", .received(Bounds(from: fifth, to: fifth + day))),
        ("date:2024-03-05..2024-03-06", .date(Bounds(from: fifth, to: fifth + 2 * day))),
        ("date:2024-03-05..", .date(Bounds(from: fifth))),
        ("date:..2024-03-05", .date(Bounds(to: fifth + day))), ("date:>2024-03-05", .date(Bounds(from: fifth + day))),
        ("date:>=2024-03-05", .date(Bounds(from: fifth))), ("date:<2024-03-05", .date(Bounds(to: fifth))),
        ("date:<=2024-03-05", .date(Bounds(to: fifth + day))),
        ("date:today", .date(Bounds(from: noon - day / 2, to: noon + day / 2))),
        ("date:yesterday", .date(Bounds(from: noon - 3 * day / 2, to: noon - day / 2))),
        ("date:10d", .date(Bounds(from: fifth, to: fifth + day))),
        ("date:1w..", .date(Bounds(from: noon - 15 * day / 2))),
        ("date:1m..", .date(Bounds(from: fifth + 10 * day - 29 * day))),
        ("date:1month..", .date(Bounds(from: fifth + 10 * day - 29 * day))),
        ("date:1y", .date(Bounds(from: fifth + (10 - 366) * day, to: fifth + (11 - 366) * day))),
        ("date:6h..", .date(Bounds(from: noon - day / 4))), ("date:now..", .date(Bounds(from: noon))),
        ("date:30min..", .date(Bounds(from: noon - day / 48))),
        // An age in hours or minutes is an instant at an end of a range, and alone the hour or minute that began then.
        ("date:..1h", .date(Bounds(to: noon - day / 24 + 1))), ("date:<=1h", .date(Bounds(to: noon - day / 24 + 1))),
        ("date:>1h", .date(Bounds(from: noon - day / 24 + 1))), ("date:<1h", .date(Bounds(to: noon - day / 24))),
        ("date:>=1h", .date(Bounds(from: noon - day / 24))),
        ("date:2h..30min", .date(Bounds(from: noon - day / 12, to: noon - day / 48 + 1))),
        ("date:..5_minutes_ago", .date(Bounds(to: noon - 5 * minute + 1))),
        ("date:2h", .date(Bounds(from: noon - day / 12, to: noon - day / 24))),
        ("date:..1d", .date(Bounds(to: noon - day / 2))), ("date:>1d", .date(Bounds(from: noon - day / 2))),
        ("date:\"10 days ago\"", .date(Bounds(from: fifth, to: fifth + day))),
        ("date:10_days_ago..", .date(Bounds(from: fifth))),
        // Noon is on Friday the 15th.
        ("date:friday", .date(Bounds(from: fifth + 10 * day, to: fifth + 11 * day))),
        ("date:fri", .date(Bounds(from: fifth + 10 * day, to: fifth + 11 * day))),
        ("date:last_friday", .date(Bounds(from: fifth + 3 * day, to: fifth + 4 * day))),
        ("date:Saturday..", .date(Bounds(from: fifth + 4 * day))),
        ("date:\"last thursday\"", .date(Bounds(from: fifth + 9 * day, to: fifth + 10 * day))),
        ("date:this_week", .date(Bounds(from: fifth + 6 * day, to: fifth + 13 * day))),
        ("date:last_week", .date(Bounds(from: fifth - day, to: fifth + 6 * day))),
        ("date:this_month", .date(Bounds(from: fifth - 4 * day, to: fifth + 27 * day))),
        ("date:last_month..", .date(Bounds(from: fifth - 33 * day))),
        ("date:this_year", .date(Bounds(from: fifth - 64 * day, to: fifth + 302 * day))),
        ("date:..last_year", .date(Bounds(to: fifth - 64 * day))),
        ("date:20240305", .date(Bounds(from: fifth, to: fifth + day))),
        ("date:202403..20240305", .date(Bounds(from: fifth - 4 * day, to: fifth + day))),
        ("date:2024-03-05T00:00:00Z", .date(Bounds(from: fifth, to: fifth + 1_000_000))),
        ("date:2024-03-05T00", .date(Bounds(from: fifth, to: fifth + day / 24))),
        ("date:2024-03-05T01:00+01:00", .date(Bounds(from: fifth, to: fifth + 60_000_000))),
        ("date:2024-03-04T18:30-0530", .date(Bounds(from: fifth, to: fifth + 60_000_000))),
        ("date:\"2024-03-05 00:00\"", .date(Bounds(from: fifth, to: fifth + 60_000_000))),
        ("date:2024-03-05T00:00:00.25Z", .date(Bounds(from: fifth + 250_000, to: fifth + 260_000))),
        ("date:@1709596800", .date(Bounds(from: fifth, to: fifth + 1_000_000))),
        ("date:@-1.5..", .date(Bounds(from: -1_500_000))),
        (
            "date:(2024 or 2024-03)",
            .or([
                .date(Bounds(from: fifth - 64 * day, to: fifth + 302 * day)),
                .date(Bounds(from: fifth - 4 * day, to: fifth + 27 * day)),
            ])
        ),
        // As people say them and lists show them: the latest that has begun.
        ("date:5_mar", .date(Bounds(from: fifth, to: fifth + day))),
        ("date:\"March 05\"", .date(Bounds(from: fifth, to: fifth + day))),
        ("date:\"Mar 5, 2024\"", .date(Bounds(from: fifth, to: fifth + day))),
        ("date:5th_march_2024", .date(Bounds(from: fifth, to: fifth + day))),
        ("date:5_apr", .date(Bounds(from: fifth - 335 * day, to: fifth - 334 * day))),
        ("date:march", .date(Bounds(from: fifth - 4 * day, to: fifth + 27 * day))),
        ("date:feb..mar_2024", .date(Bounds(from: fifth - 33 * day, to: fifth + 27 * day))),
        ("date:fri_11:30..", .date(Bounds(from: noon - day / 48))),
        ("date:\"Fri. 14:05\"", .date(Bounds(from: noon - 7 * day + minute * 125, to: noon - 7 * day + minute * 126))),
        ("date:14:05", .date(Bounds(from: noon - day + minute * 125, to: noon - day + minute * 126))),
        ("date:\"Yest. 14:05\"", .date(Bounds(from: noon - day + minute * 125, to: noon - day + minute * 126))),
        ("date:5_mar_0:00", .date(Bounds(from: fifth, to: fifth + minute))),
        ("date:29_feb_2024", .date(Bounds(from: fifth - 5 * day, to: fifth - 4 * day))),
        ("list:kernel", .list("kernel")), ("list:\"ilug.linux.ie\"", .list("ilug.linux.ie")), ("list:*", .list(nil)),
        ("-list:*", .not(.list(nil))),
        ("date:0001", .date(Bounds(from: -62_135_596_800_000_000, to: -62_104_060_800_000_000))),
    ]

    @Test(arguments: readings.indices)
    func `a query is read as its grammar says`(index: Int) throws {
        let (query, filter) = Self.readings[index]
        let read = try read(query)
        #expect(read == filter, "\(query)")
        let context = QueryContext(now: noon)
        #expect(try self.read(read.explanation(in: context)) == filter, "\(query) → \(read.explanation(in: context))")
    }

    @Test(arguments: [
        ("from:ada is:unread", "from:ada and is:unread"), ("a or b -c", "a or (b and not c)"), ("--a", "a"), ("", "*"),
        ("from:(a or b) c", "(from:a or from:b) and c"), ("\"and\" \"x y\"*", "\"and\" and \"x y\"*"),
        ("size:>=2048", "size:>=2k"),
        ("size:1k..1m", "size:1k..1M"), ("date:2024-01..2024-01", "date:2024-01"),
        ("date:2024-01..2024-03", "date:2024-01-01..2024-03-31"),
        ("date:3d..", "date:2024-03-12.."), ("date:2023-01-01..2023-12", "date:2023"),
        ("date:..yesterday", "date:..2024-03-14"),
        ("date:2024-03-05T10:15Z", "date:2024-03-05T10:15:00Z..2024-03-05T10:15:59Z"), ("in:\"a b\"", "in:\"a b\""),
        ("date:now..", "date:2024-03-15T12:00:00Z.."),
        ("date:..1h", "date:..2024-03-15T11:00:00.000000Z"), ("mid:<x@y>", "message-id:x@y"), ("tag:x", "label:x"),
        ("tag:inbox", "tag:inbox"),
        ("flag:replied", "is:answered"), ("recip:x", "to:x"), ("date:last_week", "date:2024-03-04..2024-03-10"),
        ("is:starred", "is:flagged"),
    ])
    func `an explanation shows operators, parentheses and dates`(query: String, explanation: String) throws {
        #expect(try read(query).explanation(in: QueryContext(now: noon)) == explanation)
    }

    @Test func `words that the fold makes searchable are accepted`() throws {
        #expect(throws: QueryError.self) { try MessageFilter(query: "\u{2116}", in: QueryContext(now: noon)) }
        #expect(throws: Never.self) {
            try MessageFilter(query: "\u{2116}", in: QueryContext(now: noon, fold: { $0 == "\u{2116}" ? "No" : $0 }))
        }
    }

    @Test(arguments: QueryHelp.examples.indices)
    func `every example of the help is read`(index: Int) throws {
        #expect(throws: Never.self) { try read(QueryHelp.examples[index].query) }
    }

    @Test func `the help names every field, and fits eighty columns`() {
        for field in QueryField.allCases {
            for name in [field.name] + field.aliases { #expect(QueryHelp.text.contains(name + ":")) }
        }
        #expect(QueryHelp.text.split(separator: "\n").filter { $0.count > 80 }.isEmpty)
        #expect(QueryHelp.grammar.split(separator: "\n").filter { $0.count > 100 }.isEmpty)
    }
}

struct QueryZoneTests {
    /// Central European time in 2024: +1 h, and +2 h from 31 March to 27 October, each at 01:00 UTC.
    private static let berlin = QueryContext(
        now: noon, offset: { $0 >= 1_711_846_800 && $0 < 1_729_990_800 ? 7_200 : 3_600 })

    private func bounds(_ query: String, _ context: QueryContext = berlin) throws -> Bounds {
        let filter = try MessageFilter(query: "date:" + query, in: context)
        #expect(try MessageFilter(query: filter.explanation(in: context), in: context) == filter)
        guard case .date(let bounds) = filter else { return Bounds() }
        return bounds
    }

    private func hours(_ query: String) throws -> Int64 {
        let bounds = try bounds(query)
        return ((bounds.upper ?? 0) - (bounds.lower ?? 0)) / 3_600_000_000
    }

    @Test func `a day is as long as its clocks make it`() throws {
        #expect(try hours("2024-03-30") == 24)
        #expect(try hours("2024-03-31") == 23)
        #expect(try hours("2024-10-27") == 25)
        #expect(try bounds("2024-03-05").lower == fifth - 3_600_000_000)
        #expect(try bounds("2024-07-01T00:00").lower == 1_719_784_800_000_000)
        #expect(try bounds("2024-07-01T00:00Z").lower == 1_719_792_000_000_000)
    }

    @Test func `today is the day that local clocks show`() throws {
        let kiribati = QueryContext(now: noon, offset: { _ in 14 * 3_600 })
        #expect(try bounds("today", kiribati).lower == noon - 2 * 3_600_000_000)
        let samoa = QueryContext(now: noon, offset: { _ in -13 * 3_600 })
        #expect(try bounds("today", samoa).lower == noon - 23 * 3_600_000_000)
    }

    @Test func `a month ago from its last day is the last day of the shorter month`() throws {
        let context = QueryContext(now: 1_711_882_800_000_000)
        #expect(try bounds("1m", context) == bounds("2024-02-29", context))
        #expect(try bounds("13m", context) == bounds("2023-02-28", context))
    }

    @Test func `a day that begins in the leap of the clocks begins after it`() throws {
        // As in São Paulo: −3 h until midnight between the 3rd and 4th of November 2018, then −2 h.
        let context = QueryContext(now: noon, offset: { $0 < 1_541_300_400 ? -10_800 : -7_200 })
        #expect(try bounds("2018-11-04", context).lower == 1_541_300_400_000_000)
        #expect(try bounds("2018-11-03", context).upper == 1_541_300_400_000_000)
    }

    @Test func `the zone of the process is read`() {
        let context = QueryContext.current()
        #expect(context.now > noon)
        #expect(abs(context.offset(0)) <= 15 * 3_600)
        #expect(context.offset(.max) == 0)
    }
}
