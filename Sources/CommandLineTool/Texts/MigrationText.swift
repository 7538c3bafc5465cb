internal import EventLog
internal import MailLedger

/// What a migration changes, for people: the read models that differ, some of their rows, and what comes next.
struct MigrationText {
    private let migration: ViewsMigration
    private let isDryRun: Bool
    private let session: Session

    init(_ migration: ViewsMigration, isDryRun: Bool, _ session: Session) {
        self.migration = migration
        self.isDryRun = isDryRun
        self.session = session
    }

    func write() {
        guard migration.position != nil else {
            return session.line(
                migration.isSwitched
                    ? "There were no read models; they are built now."
                    : "There are no read models to compare with; 'mailledger migrate' builds them.")
        }
        let differing = migration.models.filter { !$0.isNone }
        guard !differing.isEmpty else {
            return session.line("The read models are those of this version: there is nothing to upgrade.")
        }
        Self.write(differing, session)
        session.line("")
        session.line(
            migration.isSwitched
                ? "These read models are live now."
                : "Nothing was changed. 'mailledger migrate' makes these read models live.")
    }

    /// Writes how many rows of read models differ, and some of them.
    static func write(_ models: [ReadModelDifference], _ session: Session) {
        writeTable(models, session)
        for model in models where !model.samples.isEmpty {
            session.line("")
            for sample in model.samples { write(sample, session) }
        }
    }

    private static func writeTable(_ models: [ReadModelDifference], _ session: Session) {
        var table = Table([
            .init("READ MODEL"), .init("VERSION"), .init("ADDED", alignment: .right),
            .init("REMOVED", alignment: .right), .init("CHANGED", alignment: .right), .init("OTHER COLUMNS"),
        ])
        for model in models {
            table.append([
                model.name, versions(of: model), "\(model.added)", "\(model.removed)", "\(model.changed)",
                model.reshaped.joined(separator: ", "),
            ])
        }
        session.write(table, showsHeader: true)
    }

    private static func versions(of model: ReadModelDifference) -> String {
        switch (model.liveVersion, model.version) {
        case (nil, nil): ""
        case (let old?, let new?) where old == new: "\(new)"
        case (let old, let new): "\(old.map(String.init) ?? "none") → \(new.map(String.init) ?? "none")"
        }
    }

    private static func write(_ sample: ReadModelDifference.Sample, _ session: Session) {
        session.line("\(sample.table) \(Sanitizer.line(sample.key))")
        for column in sample.columns {
            let values = "\(column.live ?? "no row") → \(column.rebuilt ?? "no row")"
            session.line("  \(column.name)  \(Sanitizer.line(values))")
        }
    }
}
