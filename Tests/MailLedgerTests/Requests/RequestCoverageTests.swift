import Foundation
import TestSupport
import Testing

/// Every command and query of the library has a request, or stands here with the reason why it has none.
@Suite struct `Requests of every command and query` {
    /// Calls of `Ledger`, its parts and `LedgerReader` that no request makes, by why not.
    private static let notOffered: [String: Set<String>] = [
        "it takes or gives bytes and files, which have no place in a request": [
            "attachAudio", "saveAudio", "hasAudio", "saveCalendar", "readCalendar", "requireFree", "importChats",
            "exportChats", "save",
            "loadBody", "html", "rawMessage",
            "writeRawMessage", "exportNotmuchTags", "importNotmuchTags", "saveDraft", "copies",
        ],
        "it keeps the ledger itself: the work of whoever has its folder": [
            "backUp", "restore", "salvage", "collectContent", "verifyLog", "checkKey", "verifyContent",
            "verifyAttachments", "examine", "missingContent", "rebuild", "checkViews", "migrate", "stoppedBuild",
            "readModelHealth", "create", "open", "inMemory", "preview", "standing", "pending", "reapply",
            "erasureRecords", "keyState", "requireKey", "mixedMessages", "splitMixedMessages",
            "checkSearch", "reparse", "steps", "models", "whatIf",
        ],
        "it proves, with keys and files of its own": [
            "verifier", "verifiers", "signCheckpoint", "rotateKey", "events", "prove", "check", "addWitness", "update",
            "isKeyLocked", "setKeyPassphrase", "erasures",
        ],
        "it follows the log on and on, and is asked for a part by list-changes": [
            "forEachChange", "lastPosition", "advance", "all", "drop",
        ],
        "it is how a program that has rows of a server's keeps them in step": [
            "saveAccount", "saveFolders", "fetchThreads", "arrivals",
            "count", "unreadCount", "transaction",
        ],
        "it is a part of an answer that a request gives whole": [
            "syncState", "noteCounts", "notes", "forEachNote", "forEachAction", "text", "chat", "classification",
            "profile",
            "outboxState", "counts", "thread", "resolve", "forEachHistoryEntry", "forEachOperation",
            "forEachMessage", "forEachThread", "forEachMessageID", "forEachThreadID", "forEachSource", "keywords",
            "labels",
        ],
    ]

    /// The names of the public calls of an extension of the ledger or its reader, by file.
    private func calls() throws -> [(file: String, name: String)] {
        var calls: [(String, String)] = []
        let parts = try sources().flatMap { file in
            lines(of: file.text).filter { $0.hasSuffix("(ledger: self) }") }
                .flatMap { $0.matches(of: #/\{ (\w+)\(ledger: self\) \}/#).map { String($0.1) } }
        }
        #expect(parts.count == 11)
        for (file, text) in try sources() where !isOfRequests(file) {
            var isLedger = false
            for line in lines(of: text) {
                if !line.hasPrefix(" "),
                    let type = line.firstMatch(of: #/^(?:public )?(?:extension|final class|struct|enum|actor) (\w+)/#)?
                        .1
                {
                    isLedger = type == "Ledger" || type == "LedgerReader" || parts.contains(String(type))
                }
                guard isLedger, line.hasPrefix("    public "),
                    let name = line.firstMatch(of: #/^    public (?:static )?func (\w+)/#)?.1
                else {
                    continue
                }
                calls.append((file, String(name)))
            }
        }
        return calls
    }

    private func lines(of text: String) -> [Substring] { text.split(separator: "\n") }

    /// Whether a file is of the requests or of the door that takes them, which the kernel has.
    private func isOfRequests(_ file: String) -> Bool {
        file.hasPrefix("Requests/") && !file.hasPrefix("Requests/Answers/") && !file.hasPrefix("Requests/WireForms/")
            || file == "LedgerKernel/Ledger/Ledger+Requests.swift"
    }

    private static let library = [
        "QueryLanguage", "LedgerKernel", "LedgerHistory", "LedgerContexts", "LedgerCare", "Requests", "ImportExport",
        "MailLedger",
    ]

    private func sources(of modules: [String] = library) throws -> [(file: String, text: String)] {
        try modules.flatMap { module in
            let root = "\(projectRoot)/Sources/\(module)"
            let names = try #require(FileManager.default.enumerator(atPath: root)?.allObjects as? [String])
            return try names.filter { $0.hasSuffix(".swift") }.sorted().map {
                ("\(module)/\($0)", try String(contentsOfFile: "\(root)/\($0)", encoding: .utf8))
            }
        }
    }

    @Test func `what a program may call it may ask for`() throws {
        let requests = try sources().filter { isOfRequests($0.file) }.map(\.text).joined()
        let asked = Set(requests.matches(of: #/(\w+)\(/#).map { String($0.1) })
            .union(requests.matches(of: #/\.(\w+)[ )]/#).map { String($0.1) })
        let refused = Self.notOffered.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        let calls = try calls()
        #expect(calls.count > 150)
        for (file, name) in calls {
            #expect(asked.contains(name) || refused.contains(name), "\(file): no request calls \(name)")
        }
        let names = Set(calls.map(\.name))
        for name in refused {
            #expect(names.contains(name), "there is no \(name) any more")
            #expect(Self.notOffered.values.count { $0.contains(name) } == 1, "\(name) has two reasons")
        }
    }

    @Test func `each command of a context is decided by a call, or by a method of JMAP`() throws {
        // A decision that nothing in the ledger calls, and no method of JMAP, is one that no request can reach.
        let ledger = try sources(of: Self.library + ["JMAP"]).reduce(into: Set<String>()) {
            $0.formUnion(words(of: $1.text))
        }
        for context in ["Mail", "Chat", "Outbox", "Assist", "Notes", "Access"] {
            let folder = "\(projectRoot)/Sources/\(context)"
            let files = try #require(FileManager.default.enumerator(atPath: folder)?.allObjects as? [String])
            var count = 0
            for file in files where file.hasSuffix(".swift") {
                // The type that a line stands in, until its decision is found.
                var type: Substring?
                for line in try lines(of: String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) {
                    if line.hasPrefix("public struct ") || line.hasPrefix("public enum ") {
                        type = line.firstMatch(of: #/^public (?:struct|enum) (\w+):/#)?.1
                    } else if line.hasPrefix("}") {
                        type = nil
                    } else if line.hasPrefix("    public func decide"), let decided = type {
                        count += 1
                        #expect(ledger.contains(String(decided)), "\(context): \(decided)")
                        type = nil
                    }
                }
            }
            #expect(count > 0, "\(context)")
        }
    }
}
