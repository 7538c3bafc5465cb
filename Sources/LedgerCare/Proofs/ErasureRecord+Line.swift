internal import Cryptography
internal import Domain
internal import EventLog
internal import LedgerContexts
internal import LedgerHistory
internal import LedgerKernel
internal import Projections

extension ErasureRecord {
    /// Whether things of a kind can be erased. Kinds of this package that are not listed cannot; other kinds are
    /// unknown here.
    private static func isErased(kind: some StringProtocol) -> Bool {
        let isOfThisPackage = AllProjections.things.contains { $0.name == kind }
        return isOfThisPackage
            ? Contexts.builtIn.erasingTypes.contains { $0.kind == kind } : EventType.isContextName(kind)
    }

    /// Reads such a line.
    init?(_ line: some StringProtocol) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, Self.isErased(kind: words[0]), let stream = Int64(words[1]), stream > 0,
            let leaf = SHA256Digest(hex: String(words[2]))
        else { return nil }
        self.init(kind: String(words[0]), stream: stream, leaf: leaf)
    }
}
