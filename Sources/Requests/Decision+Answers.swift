internal import EventLog
internal import LedgerHistory
public import LedgerKernel

extension Decision<SettingsChangeForm> {
    /// A change of settings, with an answer field by field.
    ///
    /// - Parameter giver: The path of the folder that gives up its role; the answer omits its event, which is the first
    ///   one.
    static func settings(_ events: [ProposedEvent], roleTakenFrom giver: String? = nil) -> Decision {
        Decision(events) { done in
            let changes = try events.dropFirst(giver == nil ? 0 : 1).flatMap { try FieldChange.all(of: $0.event) }
            return SettingsChangeForm(
                SettingOutcome(changes: changes, receipt: done.receipt, roleTakenFrom: giver),
                folders: try done.read { try $0.folderPaths(namedIn: changes) }, isDryRun: done.isDryRun)
        }
    }
}

extension Decision<OutcomeForm> {
    /// A change with an answer of two numbers.
    ///
    /// - Parameters:
    ///   - matched: The number of things that the request selected.
    ///   - changed: The number of things that change.
    ///   - told: Further facts for people.
    static func outcome(
        of matched: Int, changed: Int = 1, _ events: [ProposedEvent], told: OutcomeForm.Told = .init()
    ) -> Decision {
        Decision(events) { done in
            OutcomeForm(
                matched: matched, changed: changed, operation: done.receipt?.operation.description,
                isDryRun: done.isDryRun, told: told)
        }
    }
}

extension Decision {
    /// A change that makes a thing, or several; a dry run returns their number.
    static func made<Thing>(
        _ events: [ProposedEvent], count: Int = 1, _ form: @escaping (LedgerReader) throws -> Thing
    ) -> Decision where Answer == Made<Thing> {
        Decision(events) { done in
            if done.isDryRun {
                return .look(OutcomeForm(matched: 0, changed: count, operation: nil, isDryRun: true))
            }
            return .done(try done.read(form))
        }
    }

    /// A change of things whose answer is the things; a dry run returns the number that it would change.
    ///
    /// - Parameter matched: The number of selected things.
    static func changed<Thing>(
        _ events: [ProposedEvent], of matched: Int = 1, _ form: @escaping (LedgerReader) throws -> Thing
    ) -> Decision where Answer == Made<Thing> {
        let changed = Set(events.map(\.existingStream)).count
        return Decision(events) { done in
            if done.isDryRun {
                return .look(OutcomeForm(matched: matched, changed: changed, operation: nil, isDryRun: true))
            }
            return .done(try done.read(form))
        }
    }
}

/// The answer of a command that makes a thing: the thing, or, for a dry run, the number that it would make.
public typealias Made<Thing: Encodable & Sendable> = LookOr<OutcomeForm, Thing>
