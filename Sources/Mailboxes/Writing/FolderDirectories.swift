internal import IMAPProtocol

/// The way in which the folders of an account become folders on disk.
package enum FolderLayout: Sendable {
    /// `.Work.Letters` beside the INBOX, in modified UTF-7 (<https://www.courier-mta.org/imap/README.maildirquota.html>).
    case maildirPlusPlus
    /// `Work/Letters`, and the INBOX at the top.
    case nestedMaildirs
    /// The same with names in modified UTF-7, as mbsync and Dovecot read them.
    case encodedMaildirs
    /// `Work/Letters` and `INBOX`, each with files in it.
    case plain
}

/// A place on disk for each folder, from which a walk reads the folder's own name again.
///
/// A name that a layout cannot represent is changed, but each folder keeps its own place: `tmp` becomes `_tmp`.
package struct FolderDirectories {
    /// The name of the mbox in each folder of a tree of them.
    package static let mboxName = "mail.mbox"

    private let layout: FolderLayout
    private var places: [[String]: String] = [:]
    private var taken: Set<String> = []
    /// The folders that a walk will read under another name, with their places.
    package private(set) var renamed: [(folder: String, place: String)] = []

    /// Finds a place for each folder, given by the names from the top.
    package init(_ folders: some Sequence<[String]>, layout: FolderLayout) {
        self.layout = layout
        // In whatever order they come, the same folders have the same places; a name that needs no change keeps it.
        let folders = folders.sorted { $0.lexicographicallyPrecedes($1) }
        for names in folders where isPlain(names) { _ = place(of: names) }
        for names in folders where !isPlain(names) {
            renamed.append((names.joined(separator: "/"), place(of: names)))
        }
    }

    /// Returns the place of a folder below the top, without slashes at its ends; empty for the top itself.
    package mutating func place(of names: [String]) -> String {
        if let place = places[names] { return place }
        if names.isEmpty || names == ["INBOX"] && layout != .plain { return "" }
        let place: String
        switch layout {
        case .maildirPlusPlus:
            place = free("." + names.map(flattened).joined(separator: "."), below: "")
        case .nestedMaildirs, .encodedMaildirs, .plain:
            let parent = self.place(of: Array(names.dropLast()))
            let name = stored(names[names.count - 1])
            // Below the INBOX, which is the top itself, folders keep its name.
            let above = names.count > 1 && parent.isEmpty ? "INBOX" : parent
            place = free(isReadable(name) ? name : "_" + name, below: above.isEmpty ? "" : above + "/")
        }
        places[names] = place
        return place
    }

    /// Whether a walk reads the same names again.
    private func isPlain(_ names: [String]) -> Bool {
        switch layout {
        case .maildirPlusPlus:
            names.allSatisfy { !$0.utf8.contains(UInt8(ascii: ".")) }
                && names.reduce(0) { $0 + 1 + ModifiedUTF7.encode($1).utf8.count } <= 255
        case .nestedMaildirs, .encodedMaildirs, .plain: names.allSatisfy { isReadable(stored($0)) }
        }
    }

    /// A name of a layout with a directory for each level.
    private func stored(_ name: String) -> String {
        layout == .encodedMaildirs ? ModifiedUTF7.encode(name) : StoredFolderName.plain(name)
    }

    private func isReadable(_ name: String) -> Bool {
        name.utf8.first != UInt8(ascii: ".") && !["cur", "new", "tmp", Self.mboxName].contains(name)
            && name.utf8.count <= 255
    }

    private func flattened(_ name: String) -> String {
        // By scalars: a full stop with an accent behind it is another Character, and parts names all the same.
        ModifiedUTF7.encode(String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == "." ? "_" : $0 })))
    }

    private mutating func free(_ name: String, below parent: String) -> String {
        var candidate = parent + SafeFileName.cut(name, to: 255)
        var number = 2
        while !taken.insert(candidate).inserted {
            candidate = "\(parent)\(SafeFileName.cut(name, to: 240))~\(number)"
            number += 1
        }
        return candidate
    }
}
