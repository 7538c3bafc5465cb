internal import ArgumentParser
internal import MailLedger

/// Whether held mail may go all the same.
struct HoldOptions: ParsableArguments {
    @Flag(name: .long, help: "Also remove held mail; needs --reason, and is recorded as an event.")
    var overrideHold = false
}

extension Session {
    /// Says what holds stand in the way of something, which goes all the same where they are overridden.
    func show(_ holds: [HoldInTheWay]) {
        for hold in holds { line("Held by \"\(hold.name)\": \(Counted.messages(hold.messages)).") }
    }
}
