import IMAPProtocol
import Testing

@Suite struct FetchTests {
    private func items(_ text: String) -> [FetchItem]? {
        guard case .fetch(let request) = body("FETCH 1 \(text)") else { return nil }
        return request.items
    }

    @Test("Each item of FETCH is read alone and in a list")
    func single() {
        let header = BodySection(text: .header)
        let cases: [(String, FetchItem)] = [
            ("ENVELOPE", .envelope), ("flags", .flags), ("INTERNALDATE", .internalDate), ("SAVEDATE", .saveDate),
            ("RFC822.SIZE", .size), ("UID", .uid), ("MODSEQ", .modSeq), ("EMAILID", .emailID), ("THREADID", .threadID),
            ("BODYSTRUCTURE", .bodyStructure(isExtended: true)), ("BODY", .bodyStructure(isExtended: false)),
            ("PREVIEW", .preview(isLazy: false)), ("PREVIEW (LAZY)", .preview(isLazy: true)),
            ("RFC822", .body(BodyRequest(BodySection(), isPeek: false, oldName: "RFC822"))),
            ("RFC822.HEADER", .body(BodyRequest(header, isPeek: true, oldName: "RFC822.HEADER"))),
            ("RFC822.TEXT", .body(BodyRequest(BodySection(text: .text), isPeek: false, oldName: "RFC822.TEXT"))),
            ("BODY[]", .body(BodyRequest(BodySection(), isPeek: false))),
            ("BODY.PEEK[HEADER]", .body(BodyRequest(header, isPeek: true))),
            ("body.peek[1.2.mime]", .body(BodyRequest(BodySection(part: [1, 2], text: .mime), isPeek: true))),
            (
                "BODY[]<0.2048>",
                .body(BodyRequest(BodySection(), isPeek: false, partial: Partial(offset: 0, count: 2_048)))
            ),
            (
                "BODY[4.2.HEADER.FIELDS (DATE \"From\")]<4294967295.99999999999>",
                .body(
                    BodyRequest(
                        BodySection(part: [4, 2], text: .headerFields(["DATE", "From"])), isPeek: false,
                        partial: Partial(offset: .max, count: .max)))
            ),
            (
                "BODY[HEADER.FIELDS.NOT (a)]",
                .body(BodyRequest(BodySection(text: .headerFieldsNot(["a"])), isPeek: false))
            ),
            ("BINARY[]", .binary(part: [], isPeek: false, partial: nil)),
            ("BINARY.PEEK[1.2]<3.4>", .binary(part: [1, 2], isPeek: true, partial: Partial(offset: 3, count: 4))),
            ("BINARY.SIZE[3]", .binarySize(part: [3])),
        ]
        for (text, expected) in cases {
            #expect(items(text) == [expected], "\(text)")
            #expect(items("(UID \(text) FLAGS)").map { Set($0) } == [.uid, expected, .flags], "\(text)")
        }
    }

    @Test("Macros are lists, and an item named twice is one")
    func macros() {
        #expect(items("FAST") == [.flags, .internalDate, .size])
        #expect(items("ALL") == [.flags, .internalDate, .size, .envelope])
        #expect(items("full") == [.flags, .internalDate, .size, .envelope, .bodyStructure(isExtended: false)])
        #expect(items("(UID BODY[] UID BODY[])") == [.uid, .body(BodyRequest(BodySection(), isPeek: false))])
    }

    @Test("CHANGEDSINCE and VANISHED go together in UID FETCH")
    func modifiers() {
        let messages = MessageSet(
            SequenceSet([SequenceSet.Piece(300, 500), SequenceSet.Piece(900, nil)]), isByUID: true)
        #expect(
            body("UID FETCH 300:500,900:* (FLAGS) (CHANGEDSINCE 12345 VANISHED)")
                == .fetch(
                    FetchRequest(messages, items: [.flags], changedSince: 12_345, wantsVanished: true)))
        #expect(
            body("UID FETCH 300:500,900:* PREVIEW (CHANGEDSINCE 1)")
                == .fetch(
                    FetchRequest(messages, items: [.preview(isLazy: false)], changedSince: 1)))
        for line in [
            "UID FETCH 1 FLAGS (VANISHED)", "FETCH 1 FLAGS (CHANGEDSINCE 1 VANISHED)", "FETCH 1 FLAGS (CHANGEDSINCE 0)",
            "FETCH 1 FLAGS (CHANGEDSINCE 9223372036854775808)", "FETCH 1 FLAGS ()", "FETCH 1 FLAGS (FOO)",
            "FETCH 1 FLAGS (CHANGEDSINCE 1 CHANGEDSINCE 2)", "FETCH 1 FLAGS CHANGEDSINCE 1",
        ] {
            #expect(isRefused(line), "\(line)")
        }
    }

    @Test("What FETCH does not know is refused")
    func refused() {
        for text in [
            "", "()", "FOO", "(FAST)", "(FLAGS", "FLAGS)", "BODY[", "BODY[]]", "BODY[MIME]", "BODY[0]", "BODY[1.]",
            "BODY[1.0]", "BODY[1.FOO]", "BODY[4294967296]", "BODY[HEADER.FIELDS]", "BODY[HEADER.FIELDS ()]",
            "BODY[HEADER.FIELDS (a:)]", "BODY[HEADER.FIELDS (\"\")]", "BODY[HEADER.FIELDS (\"a b\")]", "BODY[]<1>",
            "BODY[]<1.0>", "BODY[]<-1.2>", "BODY[]<4294967296.1>", "BINARY", "BINARY[TEXT]", "BINARY[1.]",
            "BINARY.SIZE[1]<0.1>", "RFC822.FOO", "BODY.PEEK", "FLAGS UID", "PREVIEW (FOO)", "BODYSTRUCTURE[]",
        ] {
            #expect(isRefused("FETCH 1 \(text)"), "\(text)")
        }
    }
}
