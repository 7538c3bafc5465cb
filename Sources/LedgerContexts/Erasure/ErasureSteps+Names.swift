package import EventLog

extension ErasureSteps {
    /// Words that programs can rely on.
    package var names: [String] {
        let all: [(ErasureSteps, String)] = [
            (.contents, "contents"), (.views, "views"), (.search, "search"), (.log, "log"), (.journal, "journal"),
        ]
        return all.filter { contains($0.0) }.map { $0.1 }
    }
}
