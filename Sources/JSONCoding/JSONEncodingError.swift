/// Why a value could not be written as JSON.
///
/// The description names the place by its coding path and holds nothing of the value; dictionary keys appear as `*`.
public struct JSONEncodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason for the failure.
    public enum Reason: Hashable, Sendable {
        /// A floating-point value is infinite or not a number (RFC 8259 section 6).
        case nonFiniteNumber
        /// An object would have the same key twice, which the decoder refuses.
        case duplicateKey
        /// A container was written to after its parent had gone on.
        case containerReused
        /// The value wrote nothing at all.
        case noValue
        /// The value nests deeper than the decoder would accept.
        case tooDeep
    }

    /// The reason for the failure.
    public let reason: Reason
    /// The keys and indices that lead to the place, joined by dots.
    public let path: String

    /// A line for a log: reason and place.
    public var description: String {
        let text =
            switch reason {
            case .nonFiniteNumber: "JSON has no infinite numbers and no NaN"
            case .duplicateKey: "an object would hold one key twice"
            case .containerReused: "a container was written to after its parent had gone on"
            case .noValue: "the value encoded nothing"
            case .tooDeep: "the value nests deeper than \(JSONLimits.depth) levels"
            }
        return path.isEmpty ? text : "\(text) (at \(path))"
    }
}

/// The limits that reading and writing share.
enum JSONLimits {
    /// Objects and arrays within each other: deep enough for any payload, shallow enough for the smallest thread stack.
    static let depth = 512
}
