internal import EventLog

/// What a migration changes, or would change.
struct MigrationForm: Encodable {
    let position: Int64?
    let isDryRun: Bool
    let isSwitched: Bool
    let models: [Model]

    init(_ migration: ViewsMigration, isDryRun: Bool) {
        position = migration.position?.rawValue
        self.isDryRun = isDryRun
        isSwitched = migration.isSwitched
        models = migration.models.map(Model.init)
    }

    struct Model: Encodable {
        let difference: ReadModelDifference

        init(_ difference: ReadModelDifference) {
            self.difference = difference
        }

        enum CodingKeys: String, CodingKey {
            case name, liveVersion, version, added, removed, changed
            case reshaped = "reshaped_tables"
            case samples
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(difference.name, forKey: .name)
            try container.encode(difference.liveVersion, forKey: .liveVersion)
            try container.encode(difference.version, forKey: .version)
            try container.encode(difference.added, forKey: .added)
            try container.encode(difference.removed, forKey: .removed)
            try container.encode(difference.changed, forKey: .changed)
            try container.encode(difference.reshaped, forKey: .reshaped)
            try container.encode(difference.samples.map(Row.init), forKey: .samples)
        }
    }

    struct Row: Encodable {
        let table: String
        let key: String
        let columns: [Column]

        init(_ sample: ReadModelDifference.Sample) {
            table = sample.table
            key = sample.key
            columns = sample.columns.map(Column.init)
        }
    }

    struct Column: Encodable {
        let name: String
        let live: String?
        let rebuilt: String?

        init(_ column: ReadModelDifference.Column) {
            (name, live, rebuilt) = (column.name, column.live, column.rebuilt)
        }
    }
}
