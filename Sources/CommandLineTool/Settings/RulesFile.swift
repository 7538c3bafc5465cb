internal import ConfigurationFiles
internal import DiskFiles
internal import Projections

/// A file of other rules for a replay, in the syntax of the configuration file.
struct RulesFile {
    /// A rule that the file gives, as it is typed.
    struct Given {
        let name: String
        let value: String
        let summary: String
    }

    private(set) var rules = OtherRules()
    private(set) var keepNewest: Int?
    private(set) var given: [Given] = []

    /// A rule that a file may give, and what it means.
    private struct Rule: Sendable {
        let key: ConfigurationKey
        let summary: String
        /// Takes a value over; false for one that cannot be taken.
        let take: @Sendable (inout RulesFile, String) -> Bool
    }

    private static let all: [Rule] = [
        toggle("unread", "spam", "count mail that is only in spam (default: no)", \.countsSpam),
        toggle("unread", "trash", "count mail that is only in the trash (default: no)", \.countsTrash),
        toggle(
            "threads", "by_subject", "begin a thread when the subject changes (default: no)",
            \.splitsThreadsBySubject),
        Rule(
            key: .init(group: "retention", name: "keep_newest"),
            summary: "keep only the newest N of an account (default: all)"
        ) { file, value in
            guard let count = Int(value), count >= 0 else { return false }
            file.keepNewest = count
            return true
        },
    ]

    private static func toggle(
        _ group: String, _ name: String, _ summary: String, _ field: any WritableKeyPath<OtherRules, Bool> & Sendable
    ) -> Rule {
        Rule(key: .init(group: group, name: name), summary: summary) { file, value in
            guard value == "yes" || value == "no" else { return false }
            file.rules[keyPath: field] = value == "yes"
            return true
        }
    }

    /// The rules that there are, a line each, for the help.
    static var help: String {
        all.map { "    \($0.key): \($0.summary)" }.joined(separator: "\n")
    }

    /// - Throws: `ConfigurationError` for a file that is not there or cannot be read, a rule that there is none of, and a value
    ///   that cannot be taken.
    init(path: String) throws(ConfigurationError) {
        guard KernelFiles.shared.allows(.read, of: path) else {
            throw .inaccessible(path: path, reason: "there is no such file, or it cannot be read")
        }
        let file = try ConfigurationFile(path: path).read()
        guard !file.keys.isEmpty else {
            throw .malformed(path: path, reason: "it gives no rule; 'mailledger help replay' lists what there is")
        }
        for key in file.keys {
            let value = file[key] ?? ""
            guard let rule = Self.all.first(where: { $0.key == key }) else {
                throw .invalidValue(
                    path: path, key: key, reason: "there is no such rule; 'mailledger help replay' lists what there is")
            }
            guard rule.take(&self, value) else {
                throw .invalidValue(path: path, key: key, reason: "\"\(value)\" is not a value of it: \(rule.summary)")
            }
            given.append(Given(name: key.description, value: value, summary: rule.summary))
        }
    }
}
