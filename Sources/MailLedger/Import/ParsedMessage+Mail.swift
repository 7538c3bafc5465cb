internal import EventLog
internal import MIME
internal import Mail

extension MessageHeaders {
    /// Takes over what the parser read; the name of a group stands before its members as a name without an address (RFC 5322 section
    /// 3.4).
    init(_ parsed: ParsedMessage) {
        self.init()
        messageID = parsed.messageID
        inReplyTo = parsed.inReplyTo
        references = parsed.references
        subject = parsed.subject
        from = Self.addresses(parsed.from)
        sender = Self.addresses(parsed.sender)
        replyTo = Self.addresses(parsed.replyTo)
        to = Self.addresses(parsed.to)
        cc = Self.addresses(parsed.cc)
        bcc = Self.addresses(parsed.bcc)
        date = parsed.date.map(Timestamp.init(microseconds:))
        listID = parsed.listID
        contentType = parsed.contentType
    }

    private static func addresses(_ list: [Address]) -> [EmailAddress] {
        // An old form has the name in a comment behind the address (RFC 5322 section 3.4).
        list.flatMap { address -> [EmailAddress] in
            var found = address.mailboxes.map { EmailAddress(name: $0.name ?? $0.comment, address: $0.address) }
            if case .group(let name, _) = address, !name.isEmpty {
                found.insert(EmailAddress(name: name, address: ""), at: 0)
            }
            return found
        }
    }
}

extension AttachmentSummary {
    init(_ parsed: Attachment) {
        self.init(
            part: parsed.partNumber, fileName: parsed.fileName, mimeType: parsed.mimeType, size: parsed.size,
            isInline: parsed.isInline, contentID: parsed.contentID)
    }
}
