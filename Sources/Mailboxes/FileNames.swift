/// Conclusions from the name of a file in a walked folder.
enum FileNames {
    /// Whether mail never has such a name; the file is then skipped unread.
    static func isNeverMail(_ name: ArraySlice<UInt8>) -> Bool {
        let name = name.prefix(withoutPacking(name))
        return name.starts(with: "README".utf8) || [".md", ".tsv", ".json"].contains { hasSuffix(name, $0) }
    }

    /// Whether a file of this name is meant to have no header.
    static func isExpectedWithoutHeader(_ name: ArraySlice<UInt8>) -> Bool {
        isNeverMail(name) || hasSuffix(name.prefix(withoutPacking(name)), ".txt")
    }

    /// Whether a mail server keeps its own records in a file of this name beside `cur`.
    ///
    /// Dovecot, Courier and Maildir++ quotas do (<https://www.courier-mta.org/imap/README.maildirquota.html>).
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

    /// The name that a file had before it was compressed, as far as its present name shows.
    static func withoutPacking(_ name: String) -> String {
        let bytes = Array(name.utf8)
        return String(decoding: bytes.prefix(withoutPacking(bytes[...])), as: UTF8.self)
    }

    /// The number of bytes of a name before `.gz` and the like; all if nothing would be left.
    private static func withoutPacking(_ name: ArraySlice<UInt8>) -> Int {
        let packing = packings.first { name.count > $0.utf8.count && hasSuffix(name, $0) }
        return name.count - (packing?.utf8.count ?? 0)
    }

    private static func hasSuffix(_ name: ArraySlice<UInt8>, _ suffix: String) -> Bool {
        name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
}
