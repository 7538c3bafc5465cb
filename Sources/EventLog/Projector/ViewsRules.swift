/// By which rules read models are built: the projections and their versions, as in `notes/1 lengths/4`.
public struct ViewsRules: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ projections: [any Projection.Type]) {
        description = projections.map { "\($0.name)/\($0.version)" }.joined(separator: " ")
    }
}
