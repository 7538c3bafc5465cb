extension ViewsRules {
    /// - Parameter contexts: Those that the program brings along; their names join the rules.
    public init(_ projections: [any Projection.Type], contexts: [String] = []) {
        let parts = projections.map { "\($0.name)/\($0.version)" } + contexts.sorted().map { "+\($0)" }
        self.init((["views/\(Projector.version)"] + parts).joined(separator: " "))
    }
}
