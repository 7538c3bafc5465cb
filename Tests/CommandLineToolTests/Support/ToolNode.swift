import DiskFiles
import Foundation
import Synchronization
import TestSupport

@testable import CommandLineTool

/// A machine of a fleet: the tool in this process, with a cache, keys and a configuration of its own.
struct ToolNode {
    let path: String

    struct Answer {
        let code: Int32
        let text: String
        let errors: String
    }

    /// - Parameter path: A folder for its files.
    init(in path: String) throws {
        self.path = path
        for name in ["cache", "data", "config"] { try makeFolder("\(path)/\(name)") }
    }

    private static let runs = Atomic<Int>(0)

    /// Where the files of the ledgers on servers lie, for processes.
    var variables: [String: String] { ["XDG_CACHE_HOME": "\(path)/cache", "XDG_DATA_HOME": "\(path)/data"] }

    /// Runs a command line on a ledger.
    func run(_ words: [String], on ledger: String) throws -> Answer {
        let number = Self.runs.add(1, ordering: .relaxed).oldValue
        let (out, err) = ("\(path)/out\(number)", "\(path)/err\(number)")
        let (output, errors) = (try Descriptor.forAppending(out), try Descriptor.forAppending(err))
        defer {
            output.close()
            errors.close()
        }
        var surroundings = Surroundings()
        (surroundings.output, surroundings.errors) = (output, errors)
        surroundings.variable = { [variables] in variables[$0] }
        let code = Surroundings.$current.withValue(surroundings) {
            MailLedgerTool.run(words + ["--ledger", ledger])
        }
        return Answer(code: code, text: try readText(out), errors: try readText(err))
    }

    /// Runs a command line that has to succeed, and returns what it wrote.
    @discardableResult
    func succeed(_ words: [String], on ledger: String) throws -> String {
        let answer = try run(words, on: ledger)
        guard answer.code == 0 else { throw ToolError("\(words): \(answer.code) \(answer.errors)") }
        return answer.text
    }
}
