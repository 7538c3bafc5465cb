internal import MailLedger

extension Session {
    /// Says what holds stand in the way of something, which goes all the same where they are overridden.
    func show(_ holds: [HoldInTheWay]) {
        for hold in holds {
            line(
                hold.isOfPlace
                    ? "The hold \"\(hold.name)\" names a folder that would end."
                    : "Held by \"\(hold.name)\": \(Counted.messages(hold.messages)).")
        }
    }
}
