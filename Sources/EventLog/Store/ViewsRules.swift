/// By which rules read models are built: the version of what all of them share, the projections and theirs, as in
/// `views/1 notes/1 lengths/4`.
public struct ViewsRules: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// - Parameter description: As it stands in a log.
    init(_ description: String) {
        self.description = description
    }
}
