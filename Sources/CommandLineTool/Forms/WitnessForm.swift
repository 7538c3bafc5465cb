internal import MailLedger

/// A witness, and what it says of the log.
struct WitnessForm: Encodable {
    let path: String
    let isHealthy: Bool
    /// How many events it remembers; nil where it could not say.
    let kept: Int64?
    let events: Int64
    let problem: String?

    init(path: String, _ standing: WitnessStanding) {
        self.path = path
        isHealthy = true
        kept = standing.kept
        events = standing.size
        problem = nil
    }

    init(path: String, events: Int64, problem: String?) {
        self.path = path
        isHealthy = problem == nil
        kept = nil
        self.events = events
        self.problem = problem
    }
}
