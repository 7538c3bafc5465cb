package import EventLog
package import LedgerKernel
internal import Projections

/// A thing has another version than the caller knows: somebody changed it meanwhile.
public struct VersionConflict: Error, Hashable, Sendable, CustomStringConvertible {
    public let kind: String
    public let id: String
    /// The version that it has.
    public let version: Int
    public let expected: Int

    public var description: String {
        "the \(kind) \(id) is at version \(version), and version \(expected) was expected"
    }
}

extension LedgerReader {
    /// Refuses a change of a thing that has another version than expected.
    ///
    /// - Throws: ``VersionConflict``.
    package func require(version expected: Int?, of kind: String, _ id: String, _ stream: StreamID) throws {
        guard let expected else { return }
        let version = try version(of: stream, through: position)
        guard version == expected else {
            throw VersionConflict(kind: kind, id: id, version: version, expected: expected)
        }
    }

    /// Returns the version of a thing as of a position; nil where no thing of that kind has the id.
    package func version(of kind: String, _ id: String, through end: Position) throws -> Int? {
        guard let kind = contexts.things.first(where: { $0.name == kind }),
            let stream = try kind.streams(withPrefix: id.lowercased(), on: connection).first
        else { return nil }
        return try version(of: stream, through: end)
    }
}
