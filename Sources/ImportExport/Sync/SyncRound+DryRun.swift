internal import EventLog
internal import Mail
internal import Mailboxes

/// What a dry run says of new files.
extension SyncRound {
    /// Counts what would become of some files, and of the messages that the account has of them.
    mutating func rehearse(
        _ candidates: [ImportCandidate], by decision: inout ImportDecision, in rehearsal: inout ImportRehearsal,
        _ revives: (MessageState) -> Bool
    ) throws {
        var arrivals: [MessageID: [Arrival]] = [:]
        for candidate in candidates {
            var counts = ImportReport()
            try decision.rehearse(candidate, in: &rehearsal, counting: &counts)
            guard counts.erased == 0 else { continue }
            let (source, flags) = (candidate.sourceName, candidate.found.flags.letters)
            if let copy = try decision.recognition(of: candidate) {
                recognised.append(copy)
                report.count(copy.change, source: source)
                continue
            }
            let known = try decision.foreseen(candidate)
            // A message whose arrival was undone is known, and so this is a copy more of it.
            let isNew = known == nil && counts.added > 0
            report.actions.append(.init(.pull, isNew ? .add : .copy, nil, source, flags))
            guard let known else { continue }
            // It comes back once, whatever more of its files are new.
            let isBack = known.before.isDeleted && !revived.contains(known.after.stream) && revives(known.before)
            if isBack {
                report.actions.append(.init(.pull, .restore, known.after.id, "", ""))
                revived.insert(known.after.stream)
            }
            let isDeleted = known.after.isDeleted && !revived.contains(known.after.stream)
            arrivals[known.after.id, default: []].append(
                Arrival(source: source, flags: flags, message: known.after, isDeleted: isDeleted))
        }
        guard options.direction == .both else { return }
        for copies in arrivals.values.sorted(by: { ($0.first?.source ?? "") < ($1.first?.source ?? "") }) {
            for copy in copies { foresee(copy, isAlone: copies.count == 1) }
        }
    }

    /// A file that would become a copy of a message that the account has.
    private struct Arrival {
        let source: String
        let flags: String
        let message: MessageState
        let isDeleted: Bool
    }

    /// Counts what would be written to a file right after it was taken in.
    private mutating func foresee(_ arrival: Arrival, isAlone: Bool) {
        let isTrashed = MessageCopy.isHidden(flags: arrival.flags)
        if arrival.isDeleted {
            if options.expunges {
                report.actions.append(.init(.push, .remove, arrival.message.id, arrival.source, ""))
            } else if !isTrashed {
                report.actions.append(.init(.push, .delete, arrival.message.id, arrival.source, ""))
            }
            return
        }
        guard isAlone, arrival.message.copies.count(where: { !$0.isHidden }) <= 1 else { return }
        let flags = MessageCopy.flags(arrival.message.keywords.maildirFlags, hidden: isTrashed)
        guard flags != arrival.flags else { return }
        report.actions.append(
            .init(.push, .flags, arrival.message.id, arrival.source, "\(arrival.flags) → \(flags)"))
    }
}
