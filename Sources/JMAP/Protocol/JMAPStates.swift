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
    /// By account and by type.
    private var states: [String: [String: TypeState]] = [:]

    package init(_ reader: LedgerReader) throws {
        position = reader.position
        for account in try reader.accounts() {
            var types: [String: TypeState] = [:]
            for (type, kind) in [
                ("Mailbox", AccountChangesQuery.Kind.mailboxes), ("Thread", .threads), ("Email", .emails),
            ] {
                let state = try JMAPState.current(kind.entity, account, reader)
                types[type] = TypeState(position: state.position, text: state.text)
            }
            let arrival = try EmailsQuery(on: reader.connection, account: account.stream).lastArrival() ?? .start
            types["EmailDelivery"] = TypeState(position: arrival, text: try JMAPState(at: arrival, reader).text)
            states[JMAPID.text(of: account.id)] = types
        }
    }

    /// What a client knows that had come to an earlier position: nothing of what changed behind it.
    package func known(at position: Position) -> JMAPStates {
        var known = self
        known.states = states.mapValues { $0.filter { $0.value.position <= position } }
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
