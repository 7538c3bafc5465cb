package import EventLog
package import Projections

/// A message as it will be when an import is done, for rules of retention that are followed on trial.
package struct ForeseenMessage: Sendable {
    package let message: DatedMessage
    /// The live folders of its account in which it is visible.
    ///
    /// A folder that is still to be made counts as the nearest one above it, whose rule it will have; `StreamID.none` is
    /// one below no other.
    package let folders: Set<StreamID>
    /// Whether a hold will cover a message that is not there yet.
    package let isHeld: Bool

    package init(_ message: DatedMessage, in folders: Set<StreamID>, isHeld: Bool) {
        self.message = message
        self.folders = folders
        self.isHeld = isHeld
    }

    /// Whether a rule for a place counts it; the account is the one whose rules are followed.
    func lies(in place: RetentionPlace) -> Bool {
        switch place {
        case .folders(let streams): !folders.isDisjoint(with: streams)
        case .account(_, let others): !folders.isEmpty && folders.isDisjoint(with: others)
        }
    }
}
