internal import IMAPProtocol

/// What a client of IMAP may send.
extension FuzzTarget {
    /// Commands of IMAP: any split of the bytes gives the same events, within limits that small inputs meet.
    package static let imapCommands = FuzzTarget(
        name: "imap-commands",
        words: [
            "{3+}\r\n", "{3}\r\n", "~{3+}\r\n", "{99999999999999999999+}\r\n", "\r\n", "(", ")", "NOT ", "OR ", "1:*",
            "$",
            "BODY[", "]<0.1>", "RETURN (", "CHARSET ", "(CHANGEDSINCE 1)", "\"1-Feb-1994\"", "\\Seen", "UID ", "\"",
        ],
        seeds: [
            "a1 LOGIN {4}\r\nFRED {3+}\r\na b\r\n", "a1 SELECT x (QRESYNC (1 2 1:9 (1,3,5 2,4,6)))\r\n",
            "a1 LIST (SUBSCRIBED) \"\" (a %) RETURN (STATUS (UNSEEN))\r\n", "a1 IDLE\r\nDONE\r\n",
            "a1 APPEND x (\\Seen) \"17-Jul-1996 02:44:25 -0700\" ~{3+}\r\nabc\r\n",
            "a1 UID SEARCH RETURN (MIN SAVE) CHARSET UTF-8 OR (SEEN 1:5) NOT FROM {1}\r\na\r\n",
            "a1 UID FETCH 1:* (BODY.PEEK[1.HEADER.FIELDS (A B)]<0.9> PREVIEW (LAZY)) (CHANGEDSINCE 1 VANISHED)\r\n",
            "a1 STORE 1 (UNCHANGEDSINCE 0) -FLAGS.SILENT \\Seen\r\n", "a1 SORT (REVERSE DATE) UTF-8 ALL\r\n",
        ],
        inputs: 6_000
    ) { bytes in
        let whole = events(of: [bytes[...]])
        // The first byte says how long the pieces are, so that an input says all there is to repeat it.
        let length = Int(bytes.first ?? 0) % 13 + 1
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            pieces.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        try promise(events(of: pieces) == whole, "pieces are read otherwise than the whole")
    }

    private static func events(of pieces: [ArraySlice<UInt8>]) -> [CommandReader.Event] {
        var limits = CommandReader.Limits()
        limits.line = 300
        limits.command = 600
        limits.message = 60
        limits.dropped = 90
        limits.terms = 40
        limits.depth = 6
        var reader = CommandReader(limits: limits)
        var events: [CommandReader.Event] = []
        for piece in pieces {
            reader.feed(piece)
            while let event = reader.next() {
                events.append(event)
                if case .command(let command) = event, command.body == .idle { reader.expectLine() }
            }
        }
        return events
    }
}
