internal import CivilTime
package import Cryptography
internal import EventLog
internal import JSONCoding
package import Mail
internal import MailLedger

/// The messages that a report is about.
package struct ReportedMail {
    /// A message as a proven event has it, with the digests of all bytes that it ever had.
    package struct Message {
        package let added: MessageAdded
        /// SHA-256 of its bytes, the latest last; none if only its header came.
        package var digests: [SHA256Digest]
        /// The text as the ledger reads it; nil if it is missing or not shown.
        package var text: String?
        package var isCut = false
        /// Its folder at the end of the report; empty if it is not shown.
        package var state = ""

        /// When it was written, in microseconds since 1970, and no later than a day after it came in.
        var date: Int64 { min(written, latestDate) }

        /// Whether it counts by when it came in, as its own date is later.
        var isDatedLater: Bool { written > latestDate }

        private var written: Int64 { added.headers.date?.microseconds ?? added.receivedAt.microseconds }
        private var latestDate: Int64 {
            let received = added.receivedAt.microseconds
            let (limit, overflows) = received.addingReportingOverflow(
                CivilDate.secondsPerDay * Timestamp.microsecondsPerSecond)
            return overflows ? received : limit
        }
    }

    package private(set) var messages: [Message] = []
    /// The number of messages shown, the first ones.
    package let shownCount: Int
    /// The number of erased messages, of which nothing is left to show.
    package private(set) var erased = 0

    package var shown: ArraySlice<Message> { messages.prefix(shownCount) }
    /// The messages of the table: more than those whose text is shown.
    package var listed: ArraySlice<Message> { messages.prefix(shownCount == 0 ? 0 : max(shownCount, Self.listLimit)) }

    private static let listLimit = 1_000
    /// The bytes of text that a page has at most, and those of one message.
    private static let textLimit = 3 << 20
    private static let messageLimit = 128 << 10

    /// Reads the messages that events brought.
    ///
    /// - Parameters:
    ///   - streams: The streams that are reported; other events only say what things are called.
    ///   - limit: How many are shown.
    ///   - state: Where a message was at the end of the report.
    init(
        _ findings: ProofFindings, in streams: Set<StreamID>, limit: Int, text: (SHA256Digest) throws -> String?,
        state: (MessageID) throws -> String
    ) throws {
        let digests = Dictionary(findings.messageDigests.map { ($0.position, $0.digest) }) { first, _ in first }
        var places: [StreamID: Int] = [:]
        for event in findings.events where streams.contains(event.entry.stream) {
            let stream = event.entry.stream
            if event.entry.type.hasPrefix(MessageAdded.type.name + "/") {
                if let added = Self.message(event) {
                    places[stream] = messages.count
                    messages.append(Message(added: added, digests: []))
                } else {
                    erased += 1
                }
            }
            if let place = places[stream], let digest = digests[event.entry.position],
                !messages[place].digests.contains(digest)
            {
                messages[place].digests.append(digest)
            }
        }
        shownCount = min(limit, messages.count)
        for index in messages.indices.prefix(shownCount) {
            messages[index].state = try state(messages[index].added.id)
        }
        var room = Self.textLimit
        for index in messages.indices.prefix(shownCount) where room > 0 {
            guard let body = try messages[index].digests.first.flatMap(text) else { continue }
            let cut = body.utf8.count > min(room, Self.messageLimit)
            let part = cut ? String(decoding: body.utf8.prefix(min(room, Self.messageLimit)), as: UTF8.self) : body
            (messages[index].text, messages[index].isCut) = (part, cut)
            room -= part.utf8.count
        }
    }

    /// The message that an event brought, as today's program reads it; nil if it was erased, and for other events.
    static func message(_ event: ProvenEvent) -> MessageAdded? {
        guard event.entry.type.hasPrefix(MessageAdded.type.name + "/"),
            let form = event.reading(by: Contexts.builtIn.catalogue)?.first, form.type == MessageAdded.type,
            let bytes = try? JSONBytesEncoder().encode(form.payload)
        else { return nil }
        return try? JSONBytesDecoder().decode(MessageAdded.self, from: bytes)
    }
}
