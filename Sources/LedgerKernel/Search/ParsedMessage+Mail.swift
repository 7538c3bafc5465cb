internal import CivilTime
internal import EventLog
package import MIME
package import Mail

extension MessageHeaders {
    /// Takes over what the parser read; of a group its name, without an address, and its members (RFC 5322 section 3.4).
    package init(_ parsed: ParsedMessage) {
        self.init()
        messageID = parsed.messageID
        inReplyTo = parsed.inReplyTo
        references = parsed.references
        subject = parsed.subject
        from = Self.authors(parsed.from)
        sender = Self.authors(parsed.sender)
        replyTo = Self.addresses(parsed.replyTo)
        to = Self.addresses(parsed.to)
        cc = Self.addresses(parsed.cc)
        bcc = Self.addresses(parsed.bcc)
        date = parsed.date.map(Timestamp.init(microseconds:))
        listID = parsed.listID
        contentType = parsed.contentType
    }

    /// Puts authors with an address first: the first one is the author in lists.
    private static func authors(_ list: [Address]) -> [EmailAddress] {
        let all = addresses(list)
        guard all.first?.address.isEmpty == true else { return all }
        return all.filter { !$0.address.isEmpty } + all.filter(\.address.isEmpty)
    }

    private static func addresses(_ list: [Address]) -> [EmailAddress] {
        list.flatMap { entry -> [EmailAddress] in
            // An old form has the name in a comment after the address (RFC 5322 section 3.4).
            let people = entry.mailboxes.map { EmailAddress(name: $0.name ?? $0.comment, address: $0.address) }
            guard case .group(let name, _) = entry, !name.isEmpty else { return people }
            return [EmailAddress(name: name, address: "")] + people
        }
    }
}

extension AttachmentSummary {
    package init(_ parsed: Attachment) {
        self.init(
            part: parsed.partNumber, fileName: parsed.fileName, mimeType: parsed.mimeType, size: parsed.size,
            isInline: parsed.isInline, contentID: parsed.contentID)
    }
}
