// Values that lists and replies derive from a header.

extension MessageHeaders {
    /// The first author's name, else address; empty if the message has no author.
    public var formattedSender: String { from.first?.displayName ?? "" }

    /// The subject without `Re:`, `Fwd:` and list tags, as ``BaseSubject`` has it; empty if there is none.
    public var normalizedSubject: String { subject.map { BaseSubject(of: $0).text } ?? "" }

    /// The address for an answer: Reply-To, else From (RFC 5322, 3.6.3).
    public var effectiveReplyTo: [EmailAddress] {
        let asked = replyTo.filter { !$0.address.isEmpty }
        return asked.isEmpty ? from.filter { !$0.address.isEmpty } : asked
    }

    /// The address for an answer to the author alone: as ``effectiveReplyTo``, without what a mailing list put there.
    ///
    /// A list that wants all answers puts its own address into Reply-To. It is known by standing in To or Cc as well, or
    /// by the list's id, which is made of it: `dev.lists.example.org` for `dev@lists.example.org` (RFC 2919).
    public var sendersReplyTo: [EmailAddress] {
        let others = Set((to + cc).map { $0.address.lowercased() })
        let own = effectiveReplyTo.filter { address in
            let name = address.address.lowercased()
            return !others.contains(name) && name.replacing("@", with: ".") != listID?.lowercased()
        }
        return own.isEmpty ? from.filter { !$0.address.isEmpty } : own
    }

    /// Everyone in To, Cc and Bcc, in this order, each address once; a name without an address does not count.
    public var allRecipients: [EmailAddress] {
        var seen: Set<EmailAddress> = []
        return (to + cc + bcc).filter { !$0.address.isEmpty && seen.insert($0).inserted }
    }

    /// Whether the message names another one that it follows.
    public var isThreaded: Bool { !inReplyTo.isEmpty || !references.isEmpty }
}
