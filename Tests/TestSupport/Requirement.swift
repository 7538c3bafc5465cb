package import Testing

/// The rows of the table of requirements that a test shows to be met; `Scripts/rows.sh` reads them from the source.
package struct Requirement: TestTrait, SuiteTrait {
    private let rows: String

    package var comments: [Comment] { ["requirement \(rows)"] }

    fileprivate init(rows: String) {
        self.rows = rows
    }
}

extension Trait where Self == Requirement {
    /// Marks a test of these rows, or of one of the points that they list.
    package static func requirement(_ numbers: Int..., part: Int? = nil) -> Self {
        let rows = numbers.map(String.init).joined(separator: ", ")
        return Requirement(rows: part.map { "\(rows), part \($0)" } ?? rows)
    }
}

/// The rules of a standard that a test shows to be kept, by their ids in a table of Docs.
package struct StandardRule: TestTrait, SuiteTrait {
    private let ids: [String]

    package var comments: [Comment] { ids.map { "\($0)" } }

    fileprivate init(_ ids: [String]) {
        self.ids = ids
    }
}

extension Trait where Self == StandardRule {
    /// Marks a test of these rules, as in `8620-3.3-a`: the number of an RFC, a section and a letter.
    package static func must(_ ids: String...) -> Self { StandardRule(ids) }
}
