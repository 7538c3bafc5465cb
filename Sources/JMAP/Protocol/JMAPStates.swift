package import EventLog
package import JSONCoding
package import MailLedger
internal import Projections

/// The positions at which each type of each account changed last, for pushes (RFC 8620 section 7.1).
package struct JMAPStates: Hashable, Sendable {
    private struct TypeState: Hashable {
        let position: Position
        let text: String
    }

    package let position: Position
    /// The latest of the states, which names this moment of this log to a client that comes back: `s1.153-9f3ac01d`.
    ///
    /// What happened behind it is in no account of the client, and no business of its.
    package let id: String
    /// By account and by type.
    private var states: [String: [String: TypeState]] = [:]

    /// Reads the states as they are now.
    ///
    /// - Parameter before: Those that were read last: only what came in since then is looked through.
    package init(_ reader: LedgerReader, after before: JMAPStates? = nil) throws {
        let now = reader.position
        // Streams that wait ask each 15 seconds.
        if let before, before.position == now {
            self = before
            return
        }
        position = now
        for account in try reader.accounts() {
            var types: [String: TypeState] = [:]
            for (type, kind) in [
                ("Mailbox", AccountChangesQuery.Kind.mailboxes), ("Thread", .threads), ("Email", .emails),
            ] {
                let state = try JMAPState.current(kind.entity, account, reader)
                types[type] = TypeState(position: state.position, text: state.text)
            }
            let id = JMAPID.text(of: account.id)
            let known = before.flatMap { $0.position <= now ? $0.states[id]?["EmailDelivery"] : nil }
            let emails = try EmailsQuery(on: reader.connection, account: account.stream)
            let start = known == nil ? .start : before?.position ?? .start
            let arrival = try emails.lastArrival(after: start)
            types["EmailDelivery"] =
                try arrival.map { TypeState(position: $0, text: try JMAPState(at: $0, reader).text) } ?? known
                ?? TypeState(position: .start, text: try JMAPState(at: .start, reader).text)
            states[id] = types
        }
        let latest = states.values.flatMap(\.values).map(\.position).max()
        id = try JMAPState(at: latest ?? .start, reader).text
    }

    /// What a client knows that has the id of an earlier moment: nothing of what changed behind it.
    ///
    /// It knows nothing at all by an id of a log that went another way, as after a restored backup.
    package func known(at id: String, _ reader: LedgerReader) throws -> JMAPStates {
        var known = self
        do {
            let moment = try JMAPState(since: id, reader)
            known.states = states.mapValues { $0.filter { $0.value.position <= moment.position } }
        } catch let error as MethodError where error == .cannotCalculateChanges {
            known.states = [:]
        }
        return known
    }

    /// The `StateChange` with the states that differ from those before; nil where nothing is.
    package func changes(since before: JMAPStates, types: Set<String>?) -> JSONValue? {
        var changed = JSONObject()
        for (account, now) in states.sorted(by: { $0.key < $1.key }) {
            var new = JSONObject()
            for (type, state) in now.sorted(by: { $0.key < $1.key }) {
                guard types?.contains(type) ?? true, before.states[account]?[type] != state else { continue }
                new[type] = .string(state.text)
            }
            if !new.keys.isEmpty { changed[account] = .object(new) }
        }
        return changed.keys.isEmpty ? nil : ["@type": "StateChange", "changed": .object(changed)]
    }
}
