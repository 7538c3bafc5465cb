internal import Content
internal import DiskFiles
internal import EventLog
internal import MailLedger

/// The result of a check of a ledger beside its log: what was read, and what is wrong with it.
struct LedgerFindings {
    private(set) var problems: [String] = []
    /// The number of witnesses that agree.
    private(set) var witnesses = 0
    /// The number of contents that were read.
    private(set) var contents = 0
    /// Whether a content is damaged or missing.
    private(set) var lacksContent = false
    /// The steps of an interrupted erasure; until they are done, read models cannot be compared.
    private(set) var pending: ErasureSteps = []

    /// Compares the ledger with its witnesses.
    ///
    /// - Throws: What the system says of a file that is there and cannot be read. A missing witness is a finding: its
    ///   disk may be away, or somebody took it.
    mutating func checkWitnesses(_ paths: [String], of ledger: Ledger) throws {
        for path in paths {
            do {
                try ledger.proofs.check(witness: path)
                witnesses += 1
            } catch let error where error.isRefusalOfSystem && ledger.files.exists(path) {
                throw error
            } catch {
                problems.append(Failure(error).message)
            }
        }
    }

    mutating func checkKey(of ledger: Ledger) throws {
        do {
            try ledger.maintenance.checkKey()
        } catch let error where error.isRefusalOfSystem {
            throw error
        } catch {
            problems.append("\(error)")
        }
    }

    /// Reads every stored content, and looks for those that only the log names.
    mutating func readContent(of ledger: Ledger, _ progress: Progress) throws {
        if ledger.content.isStandIn { problems.append("the content store is missing or damaged") }
        do {
            progress.begin("Verifying the content", total: try ledger.content.stats().count)
            try ledger.maintenance.verifyContent { finding in
                if ContentProblem.isOfContent(finding) { contents += 1 }
                progress.update(done: contents)
                switch finding {
                case .corrupt, .missing: lacksContent = true
                case .sound, .leftover, .dictionary, .index: break
                }
                if let problem = ContentProblem.describe(finding) { problems.append(problem) }
                return true
            }
        } catch let error as ContentError where error.isDamage {
            problems.append(error.description)
        }
        let missing = try ledger.maintenance.missingContent()
        problems += missing.map { "content \($0) is missing, which the log names" }
        if !missing.isEmpty { lacksContent = true }
    }

    /// Compares the views and the search index with fresh builds, unless an interrupted erasure has yet to build them.
    mutating func compareReadModels(of ledger: Ledger) throws {
        pending = try ledger.erasure.pending()
        guard pending.isEmpty else { return }
        if let difference = try ledger.maintenance.checkViews() {
            problems.append("the views " + difference.text("are", "differ"))
        }
        for difference in try PastMoments(of: ledger).differences() {
            let text = difference.text("are", "differ")
            problems.append("the views\(difference.moment) \(text); 'mailledger rebuild' removes them")
        }
        if let difference = try ledger.maintenance.checkSearch() {
            let text = Sanitizer.line(difference.text("is", "differs"))
            problems.append("the search index \(text); 'mailledger rebuild' makes it again")
        }
    }
}

extension ViewsDifference {
    /// Of what moment the views are, after their name; empty for the live ones.
    var moment: String { position.map { " of position \($0)" } ?? "" }

    /// What differs, in one line after its subject.
    ///
    /// - Parameters:
    ///   - are: The verb before a file that cannot be used.
    ///   - differ: The verb before the table of a row.
    fileprivate func text(_ are: String, _ differ: String) -> String {
        isOfFile
            ? "\(are) \(live ?? "no file")"
            : "\(differ) in \(table): \(live ?? "no row") ≠ \(rebuilt ?? "no row")"
    }
}

extension Error {
    /// Whether the system refused something: that tells nothing about what was to be read.
    fileprivate var isRefusalOfSystem: Bool { Failure(self).exitCode == 74 }
}
