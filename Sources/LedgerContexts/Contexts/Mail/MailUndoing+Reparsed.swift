internal import EventLog
internal import LedgerKernel
internal import Mail

extension MailUndoing {
    mutating func undo(_ reparsed: MessageReparsed, of message: MessageState) throws {
        guard let now = try readings[message.id] ?? reader.reading(of: message.stream) else { return }
        let (reading, stale) = now.undoing(reparsed)
        guard stale.isEmpty else {
            return hinder(
                "message \(message.id) was read otherwise since: \(stale.joined(separator: ", "))", by: message.stream,
                in: stale)
        }
        guard try reparsed.attachments == nil || !reader.hasTransfers(of: message.stream) else {
            return hinder(
                "an attachment of message \(message.id) is on its way to a server since", by: message.stream,
                in: [ChangedField.attachments])
        }
        let event =
            MessageReparsed(message: message.id, from: now, to: reading)
            ?? MessageReparsed(message: message.id, parser: reparsed.parser.inverse) { _ in }
        keep(message.event(event), of: message)
        readings[message.id] = reading
    }

    mutating func undo(_ reparsed: AccountReparsed) throws {
        guard let account = accounts[reparsed.account] else { return }
        let now = try reparsedAccounts[account.id] ?? reader.reparsed(account.stream)
        guard now == reparsed.reading.new else {
            return hinder("the mail of \(account.address) was read by another parser since", by: account.stream)
        }
        events.append(account.event(AccountReparsed(account: account.id, reading: reparsed.reading.inverse)))
        reparsedAccounts[account.id] = .some(reparsed.reading.old)
    }
}
