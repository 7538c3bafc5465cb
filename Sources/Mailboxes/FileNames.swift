/// What the name of a file in a walked folder says about it.
enum FileNames {
    /// Whether a name is one that mail never has; such a file is skipped unread.
    static func isNeverMail(_ name: ArraySlice<UInt8>) -> Bool {
        let name = name.prefix(withoutPacking(name))
        return name.starts(with: "README".utf8) || [".md", ".tsv", ".json"].contains { hasSuffix(name, $0) }
    }

    /// Whether a name says that a file without a header is what its owner meant it to be.
    static func isExpectedWithoutHeader(_ name: ArraySlice<UInt8>) -> Bool {
        isNeverMail(name) || hasSuffix(name.prefix(withoutPacking(name)), ".txt")
    }

    /// Whether Dovecot, Courier or a Maildir++ quota (<https://www.courier-mta.org/imap/README.maildirquota.html>) keeps its
    /// own records in a file of this name beside `cur`.
    static func isMaildirRecord(_ name: ArraySlice<UInt8>) -> Bool {
        let names = ["maildirfolder", "maildirsize", "subscriptions"]
        return names.contains { name.elementsEqual($0.utf8) }
            || ["dovecot", "courierimap"].contains { name.starts(with: $0.utf8) }
    }

    /// Whether a name is that of an mbox: `work.mbox`, `work.mbox.1`, `work.mbox.txt`.
    static func isMbox(_ name: ArraySlice<UInt8>) -> Bool {
        if hasSuffix(name, ".mbox") { return true }
        return name.firstRange(of: Array(".mbox.".utf8)[...]) != nil
    }

    private static let packings = [".gz", ".gzip", ".zst", ".zstd"]

    /// The name that a file had before it was compressed, as far as its name tells.
    static func withoutPacking(_ name: String) -> String {
        let bytes = Array(name.utf8)
        return String(decoding: bytes.prefix(withoutPacking(bytes[...])), as: UTF8.self)
    }

    /// How many bytes of a name stand before `.gz` and the like; all where nothing would be left.
    private static func withoutPacking(_ name: ArraySlice<UInt8>) -> Int {
        let packing = packings.first { name.count > $0.utf8.count && hasSuffix(name, $0) }
        return name.count - (packing?.utf8.count ?? 0)
    }

    private static func hasSuffix(_ name: ArraySlice<UInt8>, _ suffix: String) -> Bool {
        name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
}
