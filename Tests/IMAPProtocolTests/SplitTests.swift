import IMAPProtocol
import TestSupport
import Testing

/// Valid commands of every kind, which the tests below cut and damage.
let corpus: [String] = [
    "a1 CAPABILITY\r\n", "a1 NOOP\r\n", "a1 LOGOUT\r\n", "a1 ID (\"name\" \"x\" \"version\" NIL)\r\n", "a1 ID NIL\r\n",
    "a1 ENABLE CONDSTORE QRESYNC\r\n", "a1 LOGIN {4}\r\nFRED {3+}\r\na b\r\n", "a1 LOGIN \"a\\\"b\" c]d\r\n",
    "a1 AUTHENTICATE PLAIN AGEAYg==\r\n", "a1 AUTHENTICATE XOAUTH2\r\n", "a1 SELECT INBOX\r\n",
    "a1 SELECT {5}\r\nINBOX (CONDSTORE)\r\n", "a1 EXAMINE x (QRESYNC (67890007 90060115194045000 41:211,214:541))\r\n",
    "a1 SELECT x (QRESYNC (1 2 1:9 (1,3,5 2,4,6)))\r\n", "a1 CREATE owatagusiam/\r\n",
    "a1 CREATE x (USE (\\Drafts \\Sent))\r\n", "a1 DELETE blurdybloop\r\n", "a1 RENAME {1+}\r\na \"b c\"\r\n",
    "a1 SUBSCRIBE #news.comp\r\n", "a1 UNSUBSCRIBE \"\"\r\n", "a1 LIST \"\" *\r\n", "a1 LIST ~/Mail/ %\r\n",
    "a1 LIST (SUBSCRIBED RECURSIVEMATCH) \"\" (\"INBOX\" Drafts Sent/%) RETURN (CHILDREN STATUS (UNSEEN))\r\n",
    "a1 LSUB \"#news.\" \"comp.*\"\r\n", "a1 NAMESPACE\r\n", "a1 STATUS blurdybloop (UIDNEXT MESSAGES SIZE)\r\n",
    "a1 APPEND saved-messages (\\Seen) {12}\r\nDate: Mon\r\n\n\r\n",
    "a1 APPEND x \"17-Jul-1996 02:44:25 -0700\" ~{3+}\r\n\0\r\n\r\n",
    "a1 APPEND x (a \\draft) \" 7-Jul-1996 02:44:25 +0100\" {0+}\r\n\r\n", "a1 IDLE\r\nDONE\r\na2 NOOP\r\n",
    "a1 IDLE\r\n\r\n", "a1 CHECK\r\n", "a1 CLOSE\r\n", "a1 UNSELECT\r\n", "a1 EXPUNGE\r\n",
    "a1 UID EXPUNGE 3000:3002\r\n",
    "a1 SEARCH FLAGGED SINCE 1-Feb-1994 NOT FROM \"Smith\"\r\n", "a1 SEARCH TEXT \"string not in mailbox\"\r\n",
    "a1 SEARCH CHARSET UTF-8 TEXT {12}\r\n\u{442}\u{435}\u{43a}\u{441}\u{442}\u{2f}\u{2f}\r\n",
    "a1 UID SEARCH RETURN (MIN COUNT SAVE) OR (SEEN 1:5) OR $ NOT LARGER 7\r\n",
    "a1 SEARCH MODSEQ \"/flags/\\\\draft\" all 620162338\r\n",
    "a1 SEARCH YOUNGER 259200 EMAILID M1 SAVEDON 1-Jan-2020\r\n",
    "a1 SORT (SUBJECT REVERSE DATE) UTF-8 ALL\r\n", "a1 UID SORT RETURN (ALL) (CC) US-ASCII TEXT {3}\r\nabc\r\n",
    "a1 THREAD REFERENCES UTF-8 TEXT \"gewp\"\r\n", "a1 UID THREAD ORDEREDSUBJECT US-ASCII 1:*\r\n",
    "a1 FETCH 2:4 (FLAGS BODY[HEADER.FIELDS (DATE {4}\r\nFROM)])\r\n", "a1 FETCH * FULL\r\n",
    "a1 UID FETCH 300:500,900:* (FLAGS) (CHANGEDSINCE 12345 VANISHED)\r\n",
    "a1 FETCH $ (BODY.PEEK[1.2.HEADER.FIELDS.NOT (A B)]<0.2048> BINARY[1]<7.9> BINARY.SIZE[2])\r\n",
    "a1 FETCH 1 (PREVIEW (LAZY) MODSEQ THREADID SAVEDATE)\r\n", "a1 FETCH 5 RFC822.HEADER\r\n",
    "a1 STORE 2:4 +FLAGS (\\Deleted)\r\n", "a1 UID STORE 1 (UNCHANGEDSINCE 0) -FLAGS.SILENT \\Seen $Junk\r\n",
    "a1 COPY 2:4 MEETING\r\n", "a1 UID COPY $ {2}\r\nab\r\n", "a1 MOVE 42:69 foo\r\n",
    "a1 UID MOVE 42:69,70 \"foo\"\r\n",
    "a1 FOO {3+}\r\nabc {4+}\r\ndefg\r\n", "a1 FOO {3}\r\n", "a1 LOGIN a b {2+}\r\nxx\r\n",
]

@Suite struct SplitTests {
    @Test("The corpus is of 60 streams, all but three of which hold commands alone")
    func corpusIsValid() {
        #expect(corpus.count >= 60)
        for stream in corpus.dropLast(3) {
            for event in read(stream) {
                if case .refused = event { Issue.record("\(stream): \(event)") }
            }
        }
    }

    @Test("Every split of every command in two gives the same events")
    func twoPieces() {
        for stream in corpus {
            let bytes = Array((stream + "z NOOP\r\n").utf8)
            let whole = read(bytes)
            for cut in bytes.indices {
                var reader = CommandReader()
                reader.feed(bytes[..<cut])
                var events = drain(&reader)
                #expect(whole.starts(with: events))
                reader.feed(bytes[cut...])
                events += drain(&reader)
                #expect(events == whole, "\(stream) at \(cut)")
            }
        }
    }

    @Test("Damaged streams in random pieces are read as in one, and never crash")
    func damaged() {
        var random = SeededGenerator(for: "SplitTests of IMAP")
        let seed = random.seed
        var limits = CommandReader.Limits()
        // Small limits are met by small streams.
        limits.line = 90
        limits.command = 200
        limits.message = 40
        limits.dropped = 60
        limits.terms = 12
        limits.depth = 4
        for round in 0..<1_500 {
            var bytes: [UInt8] = []
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                bytes += corpus.randomElement(using: &random).map { Array($0.utf8) } ?? []
            }
            for _ in 0..<Int.random(in: 0..<5, using: &random) { damage(&bytes, &random) }
            bytes += Array("z NOOP\r\n".utf8)
            let isUTF8 = Bool.random(using: &random)
            let whole = read(bytes, limits: limits, utf8: isUTF8)
            var reader = CommandReader(limits: limits)
            reader.acceptsUTF8 = isUTF8
            var events: [Event] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...12, using: &random))
                rest = rest.dropFirst(piece.count)
                reader.feed(piece)
                events += drain(&reader)
            }
            #expect(events == whole, "seed \(seed), round \(round)")
        }
    }

    private func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let pieces = [
            "{9999999999999999999+}\r\n", "{3+}\r\n", "{3}\r\n", "((((", "\r\n", "NOT ", "~", "\"", "4294967296", "0",
            "\n",
        ]
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1 where bytes.count > 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: place)
        case 3:
            bytes.insert(
                contentsOf: repeatElement(bytes[place], count: Int.random(in: 1..<99, using: &random)), at: place)
        default:
            let end = min(bytes.count, place + Int.random(in: 1..<20, using: &random))
            bytes.insert(contentsOf: Array(bytes[place..<end]), at: Int.random(in: 0...bytes.count, using: &random))
        }
    }
}
