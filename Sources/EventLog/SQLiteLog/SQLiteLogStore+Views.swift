/// The register of a ledger in a folder: a table of the log's own file.
extension SQLiteLogStore: ViewsRegister {
    private var table: ViewsTable { ViewsTable(connection) }

    package func liveViews() throws -> [LiveViews] {
        try mappingErrors { try table.liveViews() }
    }

    package func latestGeneration() throws -> Int64 {
        try mappingErrors { try table.latestGeneration() }
    }

    package func viewsGeneration(of rules: ViewsRules) throws -> Int64 {
        try mappingErrors { try table.generation(of: rules) }
    }

    package func setViewsGeneration(_ generation: Int64, of rules: ViewsRules) throws {
        try withLockBesideEvents { try mappingErrors { try table.set(generation, of: rules) } }
    }

    package func forgetViews(through generation: Int64) throws {
        try withLockBesideEvents { try mappingErrors { try table.forget(through: generation) } }
    }
}
