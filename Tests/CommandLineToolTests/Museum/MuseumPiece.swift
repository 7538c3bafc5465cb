import Cryptography
import Foundation
import TestSupport
import Testing

/// A complete ledger as a program of its time left it, kept for ever in a folder of `Tests/Fixtures/Ledgers`.
///
/// `ledger/` has the files of the ledger without those that are made from them, `answers/` what the tool said of it then,
/// and `papers/` what it gave away: proofs, a checkpoint, a witness. `SHA256SUMS` names them all.
struct MuseumPiece: CustomTestStringConvertible, Sendable {
    static let museum = projectRoot + "/Tests/Fixtures/Ledgers"
    private static let manifest = "SHA256SUMS"

    /// All that are kept, by name.
    static let all: [MuseumPiece] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: museum)) ?? []
        return names.sorted().map(MuseumPiece.init(name:))
    }()

    /// `format-` and the number of the format; of a later piece of the same format, a word more: `format-1-drafts`.
    let name: String

    var testDescription: String { name }
    var folder: String { Self.museum + "/" + name }
    var isThere: Bool { FileManager.default.fileExists(atPath: folder) }

    /// The format that its ledger has; nil where the name does not tell.
    var format: Int? { name.split(separator: "-").dropFirst().first.flatMap { Int($0) } }

    /// What the tool answered when the piece was made, in the order in which it was asked.
    func answers() throws -> [MuseumAnswer] {
        try filesBelow(folder + "/answers").map { try MuseumAnswer(readFrom: "\(folder)/answers/\($0)") }
    }

    /// A copy to work on: the ledger at its path, the papers beside it.
    func lend() throws -> ToolLedger {
        let copy = try ToolLedger(account: nil)
        for (part, path) in [("ledger", copy.path), ("papers", copy.directory.path("papers"))] {
            for name in filesBelow("\(folder)/\(part)") {
                try writeFile("\(path)/\(name)", readFile("\(folder)/\(part)/\(name)"))
                // Git keeps no mode but that of programs; a ledger is its owner's alone.
                setMode("\(path)/\(name)", 0o600)
            }
        }
        for name in [""] + (try subpaths(of: copy.path)) where !filesBelow(copy.path).contains(name) {
            setMode("\(copy.path)/\(name)", 0o700)
        }
        return copy
    }

    /// Keeps a ledger and the papers beside it.
    func keep(_ ledger: ToolLedger, answers: [MuseumAnswer]) throws {
        for name in filesBelow(ledger.path) where !Self.isDisposable(name) {
            try writeFile("\(folder)/ledger/\(name)", readFile("\(ledger.path)/\(name)"))
        }
        for name in filesBelow(ledger.directory.path("papers")) {
            try writeFile("\(folder)/papers/\(name)", readFile(ledger.directory.path("papers/\(name)")))
        }
        for (number, answer) in answers.enumerated() {
            let place = String(101 + number).dropFirst()
            try answer.write(to: "\(folder)/answers/\(place)-\(answer.arguments[0]).json")
        }
        try writeFile("\(folder)/\(Self.manifest)", try sums())
    }

    /// Whether a file of a ledger is made from others, or of use only while a program has it open.
    private static func isDisposable(_ name: String) -> Bool {
        name.hasPrefix("views/") || name.hasPrefix("search.sqlite")
            || [".lock", "-wal", "-shm"].contains { name.hasSuffix($0) }
    }

    // MARK: As it was made

    /// The digests of its files as they are, in the form of sha256sum(1).
    private func sums() throws -> String {
        try filesBelow(folder).filter { $0 != Self.manifest }.map { name in
            "\(SHA256Hasher.digest(of: try readFile("\(folder)/\(name)")).hex)  \(name)\n"
        }.joined()
    }

    /// Holds all its files against their digests.
    func expectUnchanged(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let kept = Set(try readText("\(folder)/\(Self.manifest)").split(separator: "\n"))
        let differing = kept.symmetricDifference(try sums().split(separator: "\n"))
        #expect(!kept.isEmpty && differing.isEmpty, "\(name) was changed", sourceLocation: sourceLocation)
    }
}
