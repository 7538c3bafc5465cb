public import Assist
public import EventLog
public import Projections

extension Ledger {
    /// Says who owns the ledger: makes the profile, or changes what is given.
    public func setProfile(
        _ command: SetProfile, context: OperationContext, dryRun: Bool = false
    ) throws -> SettingOutcome {
        try changeSettings(context, dryRun: dryRun) { reader in
            try command.decide(reader.profile()?.state, newID: newID)
        }
    }

    /// Switches a feature on or off.
    ///
    /// - Throws: ``DomainError/notFound(kind:name:place:similar:)`` where there is no profile.
    public func switchFeature(
        _ command: SwitchFeature, context: OperationContext, dryRun: Bool = false
    ) throws -> SettingOutcome {
        try changeSettings(context, dryRun: dryRun) { try command.decide($0.requireProfile().state) }
    }

    /// Notes that a service is connected, or is not any more.
    ///
    /// - Throws: ``DomainError/notFound(kind:name:place:similar:)`` where there is no profile.
    public func switchService(
        _ command: SwitchService, context: OperationContext, dryRun: Bool = false
    ) throws -> SettingOutcome {
        try changeSettings(context, dryRun: dryRun) { try command.decide($0.requireProfile().state) }
    }

    /// Ends the profile, and the canned answers that belong to it; an undo brings all of it back.
    ///
    /// - Returns: The profile, how many answers end with it, and nil for the receipt where it was only looked at.
    public func deleteProfile(
        context: OperationContext, dryRun: Bool = false
    ) throws -> (profile: ProfileRow, answers: Int, receipt: Receipt?) {
        let (profile, answers) = try read { reader in
            let profile = try reader.requireProfile()
            return (profile, try reader.answers().count { $0.profile == profile.id })
        }
        let receipt = try change(context, dryRun: dryRun) { try DeleteProfile().decide($0.requireProfile().state) }
        return (profile, answers, receipt)
    }

    /// The streams that go where the profile is erased: its own and those of its canned answers, deleted ones too.
    ///
    /// - Throws: ``DomainError/notFound(kind:name:place:similar:)`` where there never was a profile.
    public func streamsOfProfiles() throws -> [StreamID] {
        try read { reader in
            let profiles = try ProfilesQuery(on: reader.connection).all()
            guard !profiles.isEmpty else { _ = try reader.requireProfile(); return [] }
            let ids = Set(profiles.map(\.id))
            let answers = try reader.answers(includingDeleted: true).filter { $0.profile.map(ids.contains) ?? false }
            return profiles.map(\.stream) + answers.map(\.stream)
        }
    }
}
