import IMAPProtocol
import Testing

@Suite struct SearchTests {
    private func key(_ text: String) -> SearchKey? {
        guard case .search(let request) = body("SEARCH \(text)") else { return nil }
        return request.key
    }

    private let day = SearchDay(year: 1994, month: 2, day: 1)

    @Test("Each search key is read, in any case")
    func keys() {
        let cases: [(String, SearchKey)] = [
            ("ALL", .and([])), ("OLD", .not(.flag(.recent))), ("recent", .flag(.recent)), ("SEEN", .flag(.seen)),
            ("ANSWERED", .flag(.answered)), ("DELETED", .flag(.deleted)), ("DRAFT", .flag(.draft)),
            ("FLAGGED", .flag(.flagged)), ("UNSEEN", .not(.flag(.seen))), ("UNANSWERED", .not(.flag(.answered))),
            ("UNDELETED", .not(.flag(.deleted))), ("UNDRAFT", .not(.flag(.draft))),
            ("UNFLAGGED", .not(.flag(.flagged))), ("KEYWORD $Junk", .flag(.keyword("$Junk"))),
            ("UNKEYWORD a", .not(.flag(.keyword("a")))), ("BCC a", .field(.bcc, [97])), ("CC \"a\"", .field(.cc, [97])),
            ("FROM {1+}\r\na", .field(.from, [97])), ("SUBJECT \"\"", .field(.subject, [])),
            ("TO a]", .field(.to, [97, 93])),
            ("BODY a", .body([97])), ("TEXT a", .text([97])),
            ("HEADER Message-ID \"\"", .header(name: "Message-ID", [])),
            ("HEADER \"a b\" c", .header(name: "a b", [99])),
            ("BEFORE 1-Feb-1994", .date(.internalDate, .before, day)),
            ("ON 01-feb-1994", .date(.internalDate, .on, day)),
            ("SINCE \"1-Feb-1994\"", .date(.internalDate, .since, day)),
            ("SENTBEFORE 1-Feb-1994", .date(.sent, .before, day)), ("SENTON 1-Feb-1994", .date(.sent, .on, day)),
            ("SENTSINCE 1-Feb-1994", .date(.sent, .since, day)),
            ("SAVEDBEFORE 1-Feb-1994", .date(.saved, .before, day)),
            ("SAVEDON 1-Feb-1994", .date(.saved, .on, day)), ("SAVEDSINCE 1-Feb-1994", .date(.saved, .since, day)),
            ("SAVEDATESUPPORTED", .savedDateSupported), ("LARGER 0", .larger(0)),
            ("SMALLER 9223372036854775807", .smaller(UInt64(Int64.max))),
            ("YOUNGER 259200", .younger(seconds: 259_200)),
            ("OLDER 1", .older(seconds: 1)), ("UID 1", .uids(SequenceSet(1))), ("1", .numbers(SequenceSet(1))),
            ("$", .numbers(.saved)), ("UID $", .uids(.saved)), ("MODSEQ 0", .modSeq(0)),
            ("MODSEQ \"/flags/\\\\draft\" all 620162338", .modSeq(620_162_338)), ("EMAILID M_1-a", .emailID("M_1-a")),
            ("THREADID T1", .threadID("T1")), ("NOT SEEN", .not(.flag(.seen))), ("NOT NOT SEEN", .flag(.seen)),
            ("NOT NOT NOT SEEN", .not(.flag(.seen))), ("OR SEEN DRAFT", .or(.flag(.seen), .flag(.draft))),
            ("(SEEN)", .flag(.seen)), ("(SEEN DRAFT)", .and([.flag(.seen), .flag(.draft)])),
            (
                "OR (SEEN 1) NOT OR DRAFT ALL",
                .or(
                    .and([.flag(.seen), .numbers(SequenceSet(1))]), .not(.or(.flag(.draft), .and([]))))
            ),
            ("OR SEEN OR DRAFT ALL", .or(.flag(.seen), .or(.flag(.draft), .and([])))),
        ]
        for (text, expected) in cases {
            #expect(key(text) == expected, "\(text)")
            #expect(key("(\(text)) SEEN") == .and([expected, .flag(.seen)]), "\(text)")
        }
    }

    @Test("The examples of RFC 9051, 4731, 5182 and 7162 are read")
    func examples() {
        func request(
            _ key: SearchKey, isByUID: Bool = false, _ results: [SearchRequest.Result]? = nil, _ charset: String? = nil
        ) -> Body {
            .search(SearchRequest(isByUID: isByUID, results: results, charset: charset, key: key))
        }
        let smith = SearchKey.not(.field(.from, Array("Smith".utf8)))
        let since = SearchKey.date(.internalDate, .since, day)
        let cases: [(String, Body)] = [
            ("SEARCH FLAGGED SINCE 1-Feb-1994 NOT FROM \"Smith\"", request(.and([.flag(.flagged), since, smith]))),
            (
                "SEARCH RETURN (MIN COUNT) FLAGGED SINCE 1-Feb-1994 NOT FROM \"Smith\"",
                request(.and([.flag(.flagged), since, smith]), [.min, .count])
            ),
            ("UID SEARCH RETURN () SINCE 1-Feb-1994", request(since, isByUID: true, [])),
            ("SEARCH return (SAVE MAX ALL) charset utf-8 ALL", request(.and([]), [.save, .max, .all], "UTF-8")),
            ("SEARCH CHARSET {5+}\r\nutf-8 ALL", request(.and([]), nil, "UTF-8")),
            ("SEARCH CHARSET \"us-ascii\" ALL", request(.and([]), nil, "US-ASCII")),
            ("SEARCH CHARSET UTF-8 $ SMALLER 4096", request(.and([.numbers(.saved), .smaller(4_096)]), nil, "UTF-8")),
        ]
        for (line, expected) in cases { #expect(body(line) == expected, "\(line)") }
    }

    @Test("What SEARCH does not know is refused")
    func refused() {
        for text in [
            "", "FOO", "()", "(SEEN", "SEEN)", "NOT", "OR SEEN", "OR", "KEYWORD \\Seen", "KEYWORD", "0", "1:0", "UID 0",
            "BEFORE 31-Feb-2020", "BEFORE 1-Foo-2020", "BEFORE 1-Jan-20", "BEFORE 001-Jan-2020", "BEFORE \"1-Jan-2020",
            "BEFORE 30-Feb-2000", "BEFORE 29-Feb-2100", "LARGER -1", "LARGER 9223372036854775808", "YOUNGER 0",
            "OLDER 0",
            "YOUNGER 4294967296", "MODSEQ", "MODSEQ 9223372036854775808", "MODSEQ \"/foo\" all 1",
            "MODSEQ \"/flags/a\" own 1", "MODSEQ \"/flags/\" all 1", "EMAILID \"a\"",
            "EMAILID \(String(repeating: "a", count: 256))", "HEADER a", "HEADER (a) c", "CHARSET UTF-8",
            "RETURN ALL", "RETURN (FOO) ALL", "RETURN (ALL)", "CHARSET", "UNRECENT", "\"SEEN\"", "ALL RETURN (ALL)",
        ] {
            #expect(isRefused("SEARCH \(text)"), "\(text)")
        }
    }

    @Test("SORT and THREAD name an order, a charset and keys")
    func sortAndThread() {
        typealias Criterion = SortRequest.Criterion
        #expect(
            body("SORT (SUBJECT REVERSE DATE) utf-8 ALL")
                == .sort(
                    SortRequest(
                        isByUID: false, results: nil,
                        criteria: [Criterion(.subject, isReversed: false), Criterion(.date, isReversed: true)],
                        charset: "UTF-8", key: .and([]))))
        let all = SortRequest.Key.allCases
        #expect(
            body("UID SORT RETURN (MIN) (\(all.map(\.rawValue).joined(separator: " "))) US-ASCII SEEN DRAFT")
                == .sort(
                    SortRequest(
                        isByUID: true, results: [.min], criteria: all.map { Criterion($0, isReversed: false) },
                        charset: "US-ASCII", key: .and([.flag(.seen), .flag(.draft)]))))
        #expect(
            body("UID THREAD references UTF-8 TEXT \"gewp\"")
                == .thread(
                    ThreadRequest(
                        isByUID: true, algorithm: "REFERENCES", charset: "UTF-8", key: .text(Array("gewp".utf8)))))
        for line in [
            "SORT () UTF-8 ALL", "SORT (FOO) UTF-8 ALL", "SORT (REVERSE) UTF-8 ALL", "SORT (DATE) UTF-8", "SORT (DATE)",
            "SORT (REVERSE REVERSE DATE) UTF-8 ALL", "SORT DATE UTF-8 ALL", "THREAD REFERENCES UTF-8", "THREAD UTF-8",
        ] {
            #expect(isRefused(line), "\(line)")
        }
    }
}
