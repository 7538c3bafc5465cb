/// One reader of what strangers write, as a fuzzer drives it.
///
/// `check` takes any bytes. It returns where the reader did what it promises, be it that it refused them; it throws a
/// ``BrokenPromise`` where it did not; and a reader that traps ends the process, which the fuzzer notes.
package struct FuzzTarget: Sendable {
    /// The word by which it is named in a command and as a folder of fixtures.
    package let name: String
    /// What the format is made of, for a fuzzer that puts pieces in.
    package let words: [String]
    /// Inputs to begin with, each sound or nearly so.
    package let seeds: [String]
    /// How many inputs the suite draws: as many as a quiet machine takes in a part of a second.
    package var inputs = 15_000
    package let check: @Sendable ([UInt8]) throws -> Void

    /// All targets, by name.
    package static let all = [
        addresses, configuration, events, folderNames, httpFields, httpRequests, imapCommands, jmapRequests, json,
        mailImport, maildirNames, mboxes, messages, notes, notmuchDumps, proofs, queries,
    ]

    /// The target of a name; nil where there is none.
    package static func named(_ name: String) -> FuzzTarget? {
        all.first { $0.name == name }
    }
}

/// What a reader promised and did not keep.
package struct BrokenPromise: Error, CustomStringConvertible {
    package let description: String
}

/// Throws unless a promise is kept.
func promise(_ isKept: Bool, _ description: @autoclosure () -> String) throws {
    if !isKept { throw BrokenPromise(description: description()) }
}

/// The bytes as text, where they are UTF-8.
func text(_ bytes: [UInt8]) -> String? {
    String(validating: bytes, as: UTF8.self)
}
