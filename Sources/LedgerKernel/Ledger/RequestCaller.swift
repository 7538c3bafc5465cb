internal import Domain

/// The caller of a request from outside; the request itself can name neither another actor nor none.
package struct RequestCaller: Sendable {
    private let actor: String
    private let carrier: String?
    private let reason: String?

    /// - Parameters:
    ///   - actor: The actor.
    ///   - carrier: The replacement for the system's user; nil for that user.
    ///   - reason: The reason, if the request has none.
    package init(actor: String, carrier: String?, reason: String?) {
        self.actor = actor
        self.carrier = carrier
        self.reason = reason
    }

    /// Adds the caller to a call from outside.
    ///
    /// - Throws: ``DomainError/forbidden(_:)`` if it names an actor.
    package func call(_ call: Call) throws -> Call {
        guard call.actor == nil else {
            throw DomainError.forbidden("a request names no actor: who acts is known by the token")
        }
        var call = call
        (call.actor, call.carrier, call.reason) = (actor, carrier, call.reason ?? reason)
        return call
    }
}
