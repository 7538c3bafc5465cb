internal import CivilTime
internal import Cryptography
internal import EventLog
internal import JSONCoding
internal import MailLedger

/// Says what a proof proves, in plain words.
struct ProofText {
    let session: Session
    let findings: ProofFindings
    let words: ProvenWords
    /// The file that is a message of the proof, and how.
    let message: (path: String, proven: ProvenMessage)?

    func write() {
        let checkpoint = findings.checkpoint
        for (event, sentence) in zip(findings.events, words.sentences) { write(event, sentence) }
        if let message { write(message.proven, message.path) }
        if let since = findings.since {
            session.line(
                "The log of \(Counted.events(Int(checkpoint.size))) is a continuation of the one of \(Counted.events(Int(since.size))):"
            )
            session.line("  no event up to there was changed, removed or inserted.")
        }
        session.line(
            "This holds for the log of \(Counted.events(Int(checkpoint.size))) with the root")
        session.line("  \(checkpoint.root).")
        session.line("Signed by \(findings.key),")
        switch findings.endorsementsFollowed {
        case nil: session.line("  a key that the file itself names. Anybody can make one: compare it with the owner's.")
        case 0?: session.line("  the key that you trust.")
        case let count?:
            session.line(
                "  which the key that you trust leads to, by \(Counted.of(count, "endorsement", "endorsements")).")
        }
    }

    // The proof is of the bytes above; of an older shape it is said what they mean today.
    private func writeReading(_ event: ProvenEvent) {
        guard let reading = event.reading(by: Contexts.builtIn.catalogue),
            reading.map(\.type.description) != [event.entry.type]
        else { return }
        guard !reading.isEmpty else { return session.line("  It means nothing today.") }
        session.line("  It is read today as:")
        for form in reading {
            let bytes = try? JSONBytesEncoder().encode(form.payload)
            session.line("  \(form.type) \(String(decoding: bytes ?? [], as: UTF8.self))")
        }
    }

    private func write(_ message: ProvenMessage, _ path: String) {
        let positions = message.positions.map(\.description).joined(separator: ", ")
        let ends =
            switch message.lineEnds {
            case .asTheyAre: ""
            case .lineFeed: " once its lines end by a line feed"
            case .both: " once its lines end by a carriage return and a line feed"
            }
        session.line("\(path) is the message that event \(positions) names\(ends): SHA-256", .bold)
        session.line("  \(message.digest).")
    }

    private func write(_ event: ProvenEvent, _ sentence: String) {
        let entry = event.entry
        session.line("Event \(entry.position) is in the log:", .bold)
        let actor = event.header.map { " by \($0.actor)" } ?? ""
        session.line("  \(sentence)\(actor) on \(session.times.date(entry.recordedAt.microseconds))", .bold)
        session.line("  \(entry.type), recorded \(session.times.full(entry.recordedAt.microseconds))")
        session.line("  transaction \(entry.transaction) of the ledger \(entry.ledger)")
        if let header = event.header {
            session.line(
                "  by \(header.actor) (\(header.osUser) on \(header.host)) with \(header.command), \(header.program)")
            if let reason = header.reason { session.line("  because: \(reason)") }
        } else {
            session.line("  actor and reason are left out: they were \(event.headerIs.rawValue)")
        }
        if let payload = event.payload {
            session.line("  \(payload)")
            writeReading(event)
        } else {
            session.line("  its content is left out: it was \(event.payloadIs.rawValue)")
        }
    }
}
