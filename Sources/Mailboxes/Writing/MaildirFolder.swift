package import DiskFiles

/// A Maildir that is being written (<https://cr.yp.to/proto/maildir.html>).
package struct MaildirFolder {
    private let path: String
    private let files: any Files
    /// Hashes of the unique names in use: a million take little memory, and two that meet only cost a name.
    private var used: Set<Int> = []

    /// Makes `cur`, `new` and `tmp` in a folder that is there.
    package init(in path: String, on files: any Files) throws(WriteFailure) {
        self.path = path
        self.files = files
        for name in ["cur", "new", "tmp"] {
            _ = try writing { () throws(FileError) in try files.makeFolderIfMissing("\(path)/\(name)") }
        }
    }

    /// Writes a message to `tmp` and moves it into `cur`, with its flags in its name.
    ///
    /// - Parameters:
    ///   - name: The unique name to keep, if it is free.
    ///   - otherwise: A name that nothing else has.
    ///   - received: The time to give to the file, in microseconds since 1970.
    package mutating func deliver(
        as name: String?, otherwise: String, flags: String, received: Int64, _ body: (OutputFile) throws -> Void
    ) throws {
        var name = name ?? otherwise
        if !used.insert(name.hashValue).inserted { name = otherwise }
        let temporary = "\(path)/tmp/\(name)"
        guard let file = try OutputFile(creating: temporary, on: files) else {
            throw WriteFailure(path: temporary, code: .taken)
        }
        do {
            try body(file)
            try file.finish(modified: received)
        } catch {
            try? files.remove(temporary)
            throw error
        }
        let place = "\(path)/cur/\(name):2,\(flags)"
        try writing { () throws(FileError) in try files.rename(temporary, to: place) }
    }
}

/// The unique part of a Maildir file's name.
package enum MaildirUniqueName {
    /// The room that flags need behind a name of at most 255 bytes.
    private static let longest = 255 - ":2,DFPRS".utf8.count
    /// Files named before this second were not named by a delivery: 1995-01-01.
    private static let earliest: Int64 = 788_918_400

    /// Returns the name that a copy had where it was found; nil if that was no Maildir, or no name for a file.
    ///
    /// - Parameters:
    ///   - source: The folders where it was found and its name there, joined by slashes.
    ///   - folder: The path of the folder where it lies now. After a move a synchroniser's UID means another message: mbsync(1),
    ///     under "Maildir Stores", asks for a name without `,U=`.
    package static func kept(from source: String, in folder: String) -> String? {
        let parts = source.split(separator: "/", omittingEmptySubsequences: false)
        guard var name = parts.last.map(String.init), isDelivered(name) else { return nil }
        // The folder of an encoded place has its name decoded; one of an earlier version has it as it is stored.
        let names = parts.dropLast().map(String.init)
        let places = [names, names.map(StoredFolderName.decoded)].map { $0.joined(separator: "/") }
        if !places.contains(where: { ($0.isEmpty ? "INBOX" : $0) == folder }) { name = withoutUID(name) }
        return name.utf8.count <= longest ? name : nil
    }

    /// Returns a name that no other copy of the ledger gets, with the second of the delivery before it.
    package static func made(received: Int64, id: String, copy: Int) -> String {
        "\(max(received / 1_000_000, 0)).\(id.filter { $0 != "-" })_\(copy).mailledger"
    }

    /// Whether a name is one that ``made(received:id:copy:)`` returns for a copy, whatever the second, or begins with one.
    package static func isMade(_ name: String, id: String, copy: Int) -> Bool {
        let end = made(received: 0, id: id, copy: copy).dropFirst()
        guard let start = name.firstIndex(of: "."), name[..<start].allSatisfy(\.isNumber) else { return false }
        return name[start...].hasPrefix(end)
    }

    /// Whether a name is one that deliveries give: seconds, a unique part and a host, between full stops.
    private static func isDelivered(_ name: String) -> Bool {
        let parts = name.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, let seconds = Int64(parts[0]), seconds >= earliest, seconds < earliest * 8,
            !name.hasSuffix(".eml")
        else { return false }
        // A name that holds the mark of flags would be read apart at the wrong place.
        return name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } && MaildirName(name.utf8).base == name
            && !name.contains("#")
    }

    /// Returns a name without the UID that mbsync or OfflineIMAP wrote into it.
    package static func withoutUID(_ name: String) -> String {
        guard let start = name.firstRange(of: ",U=") else { return name }
        let rest = name[start.upperBound...].drop { $0.isASCII && $0.isNumber }
        return String(name[..<start.lowerBound] + rest)
    }
}
