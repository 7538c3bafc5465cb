internal import CivilTime
internal import JSONCoding
internal import Synchronization

/// How much the answers of one request may still hold, and how long they may take.
///
/// References double what they refer to, and the texts of a thousand messages are long: what goes beyond is refused before it is made.
final class AnswerBudget: Sendable {
    private let room: Atomic<Int>
    private let deadline: Int64
    private let stopsAt: @Sendable () -> Int64

    init(_ limits: JMAPLimits, stopsAt: @escaping @Sendable () -> Int64) {
        room = Atomic(limits.answer)
        self.stopsAt = stopsAt
        deadline = MonotonicClock.microseconds + limits.seconds * 1_000_000
    }

    var left: Int { room.load(ordering: .relaxed) }

    /// Goes on with the next call, object or part.
    ///
    /// - Throws: ``MethodError/tookTooLong`` once the time of the request is over.
    func goOn() throws(MethodError) {
        let now = MonotonicClock.microseconds
        guard now < deadline, now < stopsAt() else { throw .tookTooLong }
    }

    /// Gives back what a call took that failed: nothing of it is answered.
    func giveBack(to left: Int) {
        room.store(left, ordering: .relaxed)
    }

    /// Takes the size of a value.
    ///
    /// - Throws: ``MethodError/requestTooLarge`` and ``MethodError/tookTooLong``.
    func take(_ value: JSONValue) throws(MethodError) {
        try goOn()
        var left = left
        defer { giveBack(to: left) }
        try take(0, of: value, &left)
    }

    // No deeper than a request, or a message with its parts.
    private func take(_ size: Int, of value: JSONValue, _ left: inout Int) throws(MethodError) {
        left -= size + Self.ofNode
        switch value {
        case .string(let text): left -= text.utf8.count
        case .array(let values):
            for value in values { try take(0, of: value, &left) }
        case .object(let object):
            for member in object.members { try take(member.key.utf8.count, of: member.value, &left) }
        default: break
        }
        guard left >= 0 else { throw .requestTooLarge }
    }

    /// What a value costs beside its text, about.
    private static let ofNode = 16
}
