/// By which rules read models are built: the version of what all of them share, the projections and theirs, as in
/// `views/1 notes/1 lengths/4`.
public struct ViewsRules: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// - Parameter contexts: Those that the program brings along; their names join the rules.
    public init(_ projections: [any Projection.Type], contexts: [String] = []) {
        let parts = projections.map { "\($0.name)/\($0.version)" } + contexts.sorted().map { "+\($0)" }
        description = (["views/\(Projector.version)"] + parts).joined(separator: " ")
    }
}
