internal import Domain
internal import IMAPProtocol
internal import Mail
internal import MailLedger
internal import Projections

/// LIST, LSUB and STATUS (RFC 9051 sections 6.3.9 and 6.3.11, RFC 5258, RFC 5819, RFC 6154).
extension SessionState {
    func list(_ command: IMAPCommand, _ request: ListRequest) throws {
        let patterns = request.patterns.compactMap { self.pattern(request.reference, $0) }
        if !request.isExtended, request.patterns.first?.bytes.isEmpty == true {
            // The question for the delimiter alone.
            output.line("* LIST (\\Noselect) \"/\" \"\"")
            return try finish(command, "LIST completed")
        }
        if request.selections.contains(.recursiveMatch),
            !request.selections.contains(where: { $0 != .recursiveMatch && $0 != .remote })
        {
            throw NoAnswer("RECURSIVEMATCH needs a selection to match", isBad: true)
        }
        try listPlaces(patterns, request)
        try finish(command, "LIST completed")
    }

    /// Returns the pattern of a reference and a name; nil for one that no name is like, as it is no text.
    private func pattern(_ reference: MailboxName, _ name: MailboxName) -> String? {
        guard let reference = try? text(of: reference), let name = try? text(of: name) else { return nil }
        // Names are kept in Unicode's form C.
        return (reference + name).canonicalForm
    }

    /// Lists what patterns name: the past only where they begin with its namespace, so that nobody downloads all that was.
    private func listPlaces(_ patterns: [String], _ request: ListRequest) throws {
        let today = patterns.filter { NamedPlace($0).isOfToday }
        if !today.isEmpty { try read { try list(today, request, reach(NamedPlace("")), $0) } }
        for pattern in patterns {
            let place = NamedPlace(pattern)
            guard options.showsPast || place.isOfToday else { continue }
            switch place.kind {
            case .today: break
            case .deleted:
                let reached = try reach(place)
                try read { try list([pattern], request, reached, $0) }
            case .moment(let moment) where moment.contains(where: { "*%".contains($0) }) || moment.isEmpty:
                try listMoments(pattern)
            case .moment where pattern.hasSuffix("/") || place.mailbox.isEmpty: try listMoments(pattern)
            case .moment:
                guard let reached = try? reach(place) else { continue }
                try read(reached.past) { try list([pattern], request, reached, $0) }
            }
        }
    }

    private func list(
        _ patterns: [String], _ request: ListRequest, _ reached: ReachedPlace, _ reader: LedgerReader
    ) throws {
        // Before the account was there, it had no mailboxes.
        guard try reached.past == nil || reader.account(withID: options.account) != nil else { return }
        let tree = try MailboxTree(account(reader), reader)
        let isOfToday = reached.place.isOfToday
        // What is gone has no use and no subscribers: a client would take it for a second mailbox of that use.
        func use(of box: NamedMailbox) -> String? { isOfToday ? SpecialUse.attribute(of: box.row) : nil }
        func isSubscribed(_ box: NamedMailbox) -> Bool { isOfToday && Self.isSubscribed(box) }
        let matchers = patterns.map { MailboxPattern(MailboxTree.canonical($0)) }
        let onlySubscribed = request.selections.contains(.subscribed)
        let onlyUses = request.selections.contains(.specialUse)
        func isSelected(_ box: NamedMailbox) -> Bool {
            (!onlySubscribed || isSubscribed(box)) && (!onlyUses || use(of: box) != nil)
        }
        let selections = [onlySubscribed ? "\"SUBSCRIBED\"" : nil, onlyUses ? "\"SPECIAL-USE\"" : nil]
            .compactMap { $0 }.joined(separator: " ")
        let resumption = try resumption(of: reached)
        for box in tree.boxes {
            let name = reached.place.name(of: box.name)
            guard matchers.contains(where: { $0.matches(name) }) else { continue }
            let holdsSelected =
                request.selections.contains(.recursiveMatch)
                && tree.boxes.contains { $0.name.hasPrefix(box.name + "/") && isSelected($0) }
            guard isSelected(box) || holdsSelected else { continue }
            var attributes = [tree.hasChildren(box) ? "\\HasChildren" : "\\HasNoChildren"]
            attributes += [use(of: box)].compactMap { $0 }
            if onlySubscribed || request.returns.contains(.subscribed), isSubscribed(box) {
                attributes.append("\\Subscribed")
            }
            output.text("* LIST (\(attributes.joined(separator: " "))) \"/\" ")
            output.mailbox(name, isUTF8: hasUTF8)
            if holdsSelected { output.text(" (\"CHILDINFO\" (\(selections)))") }
            output.end()
            for case .status(let items) in request.returns {
                do {
                    try writeStatus(of: box, at: reached, validSince: resumption, items, reader)
                } catch is BeyondUIDs {
                    // One that cannot be shown is listed without it (RFC 5819 section 2).
                }
            }
            try flushIfLong()
        }
    }

    private static func isSubscribed(_ box: NamedMailbox) -> Bool { box.row.settings.visibility != .hide }

    func listSubscribed(_ command: IMAPCommand, _ reference: MailboxName, _ pattern: MailboxName) throws {
        guard let name = self.pattern(reference, pattern).map(MailboxTree.canonical) else {
            return try finish(command, "LSUB completed")
        }
        let pattern = MailboxPattern(name)
        try read { reader in
            let boxes = try MailboxTree(account(reader), reader).boxes
            let subscribed = boxes.filter(Self.isSubscribed)
            for box in boxes where pattern.matches(box.name) {
                // One that is not, and has some below it that are, is named where a percent sign ends at it.
                let isSubscribed = Self.isSubscribed(box)
                let leads = name.contains("%") && subscribed.contains { $0.name.hasPrefix(box.name + "/") }
                guard isSubscribed || leads else { continue }
                output.text("* LSUB (\(isSubscribed ? "" : "\\Noselect")) \"/\" ")
                output.mailbox(box.name, isUTF8: hasUTF8)
                output.end()
            }
        }
        try finish(command, "LSUB completed")
    }

    // MARK: The past

    /// Lists the days on which something happened, the latest first, as places that hold mailboxes.
    private func listMoments(_ pattern: String) throws {
        let matcher = MailboxPattern(pattern)
        // Who sees some accounts alone sees no numbers of what was done, and names moments.
        guard ledger.audience.reach == .all else { return }
        try read { reader in
            for day in try PastDays.latest(of: account(reader).stream, reader) {
                let name = NamedPlace.past + day
                guard matcher.matches(name) else { continue }
                output.text("* LIST (\\Noselect \\HasChildren) \"/\" ")
                output.mailbox(name, isUTF8: hasUTF8)
                output.end()
            }
        }
    }

    // MARK: Status

    func status(_ command: IMAPCommand, _ name: MailboxName, _ items: [StatusItem]) throws {
        let text = try text(of: name)
        let place = NamedPlace(text)
        if items.contains(.highestModSeq) { try switchOn(.condstore) }
        let reached = try reach(place)
        try read(reached.past) { reader in
            try writeStatus(
                of: mailbox(place.mailbox, reader), at: reached, validSince: resumption(of: reached), items, reader)
        }
        try finish(command, "STATUS completed")
    }

    private func writeStatus(
        of box: NamedMailbox, at reached: ReachedPlace, validSince resumption: Int64, _ items: [StatusItem],
        _ reader: LedgerReader
    ) throws {
        let place = reached.place
        let numbers = try numbers(of: box, at: place, validSince: resumption, reader)
        let messages = try messages(in: box, at: place, reader)
        let counts = messages.counts
        output.text("* STATUS ")
        output.mailbox(place.name(of: box.name), isUTF8: hasUTF8)
        output.text(" (")
        let values = try items.map { item in
            let value: String =
                switch item {
                case .messages: "\(counts.messages)"
                case .recent: "\(recent(messages, in: box, at: place))"
                case .uidNext: "\(numbers.uidNext)"
                case .uidValidity: "\(numbers.uidValidity)"
                case .unseen: "\(counts.unseen)"
                case .deleted: "\(counts.deleted)"
                case .size: "\(try bytes(of: messages.uids, in: box, place, reader))"
                // 0 says that there are none (RFC 7162 section 3.1.7).
                case .highestModSeq: "\(reached.hasModSeqs ? numbers.highestModSeq : 0)"
                case .mailboxID: "(\(place.mailboxID(of: box.row.id)))"
                case .appendLimit: "\(largestMessage)"
                }
            return "\(item.rawValue) \(value)"
        }
        output.text(values.joined(separator: " "))
        output.text(")")
        output.end()
    }

    /// How many messages of a mailbox no session has taken note of.
    private func recent(_ messages: ShownMessages, in box: NamedMailbox, at place: NamedPlace) -> Int {
        guard place.isOfToday else { return 0 }
        let uids = messages.uids
        guard let last = uids.last, let untaken = options.recent.untaken(in: box.row.id, upTo: last) else { return 0 }
        return uids.reversed().prefix { untaken.contains($0) }.count
    }

    /// The bytes of a mailbox's messages, with the line ends that FETCH gives.
    private func bytes(
        of uids: [UInt32], in box: NamedMailbox, _ place: NamedPlace, _ reader: LedgerReader
    ) throws -> Int {
        let rows = FetchedRows(on: reader.connection, ofDeleted: place.kind == .deleted)
        let mailbox = try MailboxFacts(reader, box.row.stream, rows, isOfToday: place.isOfToday)
        let facts = FetchedFacts(self, mailbox, reader)
        var sum = 0
        try rows.forEachEntry(in: box.row.stream, uids: uids) { entry in
            sum += try facts.size(of: entry) { try mailbox.row(entry.uid) }
            return true
        }
        try mailbox.save()
        return sum
    }
}
