internal import Cryptography
internal import EventLog
internal import JSONCoding
internal import MailLedger

/// What is read from a ledger that others wrote, and from files that show something of it.
extension FuzzTarget {
    /// JSON: what is read is written and read again as the same.
    package static let json = FuzzTarget(
        name: "json",
        words: [
            "{", "}", "[", "]", ":", ",", "\"", "\\u", "\\ud83d\\ude00", "null", "true", "1e308", "-0.0",
            "9223372036854775808",
        ],
        seeds: [
            #"{"a":[1,-2.5e3,true,null,"\u00e9\ud83d\ude00\n"],"b":{"":{}}}"#, "[[[[]]]]", " \t\r\n0 ",
            #"{"x":9223372036854775807,"y":1.7976931348623157e308,"x":2}"#,
        ]
    ) { bytes in
        guard let value = try? JSONBytesDecoder().decode(JSONValue.self, from: bytes) else { return }
        let written = try JSONBytesEncoder().encode(value)
        let again = try JSONBytesDecoder().decode(JSONValue.self, from: written)
        try promise(again == value, "the value is read as another")
        try promise(try JSONBytesEncoder().encode(again) == written, "the value is written otherwise")
    }

    /// Payloads of events, as `mail.message-added/1`, a line feed and the JSON.
    package static let events = FuzzTarget(
        name: "events", words: Contexts.builtIn.catalogue.types.map { "\($0)\n" } + ["\":", "null", "[]", "{}", "-1"],
        // Frozen examples: what no event is decoded from is refused at once, and nothing behind that is tried.
        seeds: [
            """
            mail.folder-renamed/1
            {"folder":"00000000-0000-4000-8000-000000000002","name":{"old":"Tax","new":"Taxes"}}
            """,
            """
            mail.message-marked/1
            {"message":"00000000-0000-4000-8000-000000000003","keywords":{"old":[],"new":["$flagged","$seen"]}}
            """,
            """
            access.token-changed/1
            {"token_id":"00000000-0000-4000-8000-00000000001e","name":{"old":"phone","new":"old phone"},\
            "scopes":{"old":["read","write","audit"],"new":["read"]},"expires_at":{"old":1800000000000001,"new":null}}
            """,
            """
            mail.message-added/1
            {"id":"00000000-0000-4000-8000-000000000003","account":"00000000-0000-4000-8000-000000000001",\
            "copy":{"number":1,"folder":"00000000-0000-4000-8000-000000000002","source":"",\
            "raw":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","flags":""},\
            "headers":{"in_reply_to":[],"references":[],"from":[],"sender":[],"reply_to":[],"to":[],"cc":[],"bcc":[]},\
            "attachments":[],"snippet":"","keywords":[],"received_at":0,\
            "identity":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","size":0,"parser":1}
            """,
        ]
    ) { bytes in
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), let name = text(Array(bytes[..<end])),
            let type = EventType(name),
            let events = try? Contexts.builtIn.catalogue.decode(Array(bytes[(end + 1)...]), type: type, at: Position(1))
        else { return }
        for event in events {
            // What was read once is of the shape of today, and stays as it is.
            let written = try JSONBytesEncoder().encode(event)
            let again = try Contexts.builtIn.catalogue.decode(
                written, type: Swift.type(of: event).type, at: Position(1))
            try promise(again.count == 1, "an event of today is read as \(again.count)")
            for event in again {
                try promise(try JSONBytesEncoder().encode(event) == written, "\(name) is written otherwise")
            }
        }
    }

    /// Signed notes and the keys that they are held against.
    package static let notes = FuzzTarget(
        name: "notes", words: ["\n\n", "\u{2014} ", "+", "=", "PRIVATE+KEY+"],
        seeds: [
            signer?.sign(signedText).description ?? "", signer?.verifier.description ?? "", signer?.secretText ?? "",
        ]
    ) { bytes in
        guard let text = text(bytes) else { return }
        if let note = SignedNote(text) {
            try promise(note.description.utf8.elementsEqual(bytes), "the note is written otherwise")
            let isSigned = signer.map { note.isSigned(by: $0.verifier) } ?? false
            try promise(!isSigned || note.text.utf8.elementsEqual(signedText.utf8), "the note is forged")
        }
        if let checkpoint = LogCheckpoint(text) {
            try promise(text.utf8.starts(with: checkpoint.text.utf8), "the checkpoint is written otherwise")
        }
        if let verifier = NoteVerifier(text) {
            try promise(verifier.description.utf8.elementsEqual(bytes), "the key is written otherwise")
        }
        if let signer = NoteSigner(secretText: text) {
            try promise(signer.secretText.utf8.elementsEqual(bytes), "the secret key is written otherwise")
        }
    }

    /// A key that has signed one text and never another.
    private static let signer = NoteSigner(
        name: "example.org/log", seed: [UInt8](repeating: 7, count: NoteSigner.seedByteCount))
    private static let signedText = "example.org/log\n4\nr1XtTd8yVzaSBpH3Rm3bkpz9L6SUZIqYmI2nwBqGbGA=\n"

    /// Proof files: read, written as the same, and held against their own checkpoint.
    package static let proofs = FuzzTarget(
        name: "proofs",
        words: [
            "\"proof\"", "mailledger-proof/1", "\"keys\"", "\"events\"", "\"entry\"", "\"inclusion\"", "\"withheld\"",
            "\"since\"",
        ],
        seeds: [
            #"{"proof":"mailledger-proof/1","keys":[],"checkpoint":"","endorsements":[],"events":[]}"#
        ]
    ) { bytes in
        guard let text = text(bytes), let proof = try? LedgerProof(parsing: text) else { return }
        let again = try LedgerProof(parsing: try proof.text())
        try promise(again == proof, "the proof is read as another")
        for event in (try? proof.verify(trusting: nil))?.events ?? [] {
            _ = event.reading(by: Contexts.builtIn.catalogue)
        }
    }
}
