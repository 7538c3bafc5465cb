import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import Testing

/// A Maildir that a test changes as another program would.
final class SampleMaildir {
    let path: String
    private let files = FileManager.default
    private var count = 0

    init(in scratch: ScratchFolder, name: String = "Maildir") throws {
        // What the sync calls it: without links.
        path = URL(filePath: scratch.path).resolvingSymlinksInPath().path + "/" + name
        try makeFolder("")
    }

    /// Makes a Maildir below the top, such as `.Work`.
    func makeFolder(_ folder: String) throws {
        for place in ["cur", "new", "tmp"] {
            try files.createDirectory(atPath: "\(path)/\(folder)/\(place)", withIntermediateDirectories: true)
        }
    }

    /// Delivers a message, and returns its unique name.
    @discardableResult
    func add(_ mail: SampleMail, to folder: String = "", flags: String? = "") throws -> String {
        count += 1
        let name = "17000000\(count < 10 ? "0" : "")\(count).\(mail.subject).host"
        try makeFolder(folder)
        let place = flags.map { "cur/\(name):2,\($0)" } ?? "new/\(name)"
        try Data(mail.text.utf8).write(to: URL(filePath: "\(path)/\(folder)/\(place)"))
        return name
    }

    /// The paths of all files below the top, sorted, such as `.Work/cur/1.x.host:2,S`.
    func names() throws -> [String] {
        try files.subpathsOfDirectory(atPath: path).filter { name in
            let parts = name.split(separator: "/")
            return parts.count >= 2 && ["cur", "new"].contains(parts[parts.count - 2])
        }.sorted()
    }

    /// Where the file with this unique name is.
    func place(of name: String) throws -> String? {
        try names().first { ($0.split(separator: "/").last ?? "").split(separator: ":").first == name[...] }
    }

    func rename(_ old: String, to new: String) throws {
        try files.moveItem(atPath: "\(path)/\(old)", toPath: "\(path)/\(new)")
    }

    /// Writes a message under a name such as `.Work/cur/1.x.host:2,S`, unless it is in use.
    func put(_ mail: SampleMail, at name: String) throws {
        guard !files.fileExists(atPath: "\(path)/\(name)") else { return }
        try makeFolder(name.split(separator: "/").dropLast(2).joined(separator: "/"))
        try Data(mail.text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
    }

    /// Gives a file another name, or gives its bytes a second one; nothing where the name is in use.
    func carry(_ old: String, to new: String, copying: Bool = false) throws {
        guard !files.fileExists(atPath: "\(path)/\(new)") else { return }
        if copying {
            try files.copyItem(atPath: "\(path)/\(old)", toPath: "\(path)/\(new)")
        } else {
            try rename(old, to: new)
        }
    }

    func setFlags(_ flags: String, of name: String) throws {
        let old = try #require(try place(of: name))
        let folder = old.split(separator: "/").dropLast(2).joined(separator: "/")
        let new = "\(folder.isEmpty ? "" : folder + "/")cur/\(name):2,\(flags)"
        if old != new { try rename(old, to: new) }
    }

    func move(_ name: String, to folder: String) throws {
        let old = try #require(try place(of: name))
        try makeFolder(folder)
        let file = String(old.split(separator: "/").last ?? "")
        let new = "\(folder.isEmpty ? "" : folder + "/")cur/\(file.contains(":") ? file : file + ":2,")"
        if old != new { try rename(old, to: new) }
    }

    func remove(_ name: String) throws {
        let place = try #require(try place(of: name))
        try files.removeItem(atPath: "\(path)/\(place)")
    }

    /// What mbsync does with `Expunge Both`.
    func expunge() throws {
        for name in try names() where name.split(separator: ",").last?.contains("T") ?? false {
            try files.removeItem(atPath: "\(path)/\(name)")
        }
    }

    /// The flags behind the comma of each file, by its folder and its subject.
    func state() throws -> [String: String] {
        Dictionary(
            try names().map { name in
                let parts = name.split(separator: "/")
                let file = parts.last ?? ""
                let text = try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
                let subject = text.split(separator: "\n").first { $0.hasPrefix("Subject: ") }?.dropFirst(9) ?? ""
                let flags = file.split(separator: ",", omittingEmptySubsequences: false).last ?? ""
                return (
                    "\(parts.dropLast(2).joined(separator: "/")) \(subject)", String(file.contains(":") ? flags : "")
                )
            }
        ) { first, _ in first }
    }
}

/// A ledger and a Maildir that are kept in step.
final class SyncedLedger {
    let sample: SampleLedger
    let maildir: SampleMaildir
    static let account = "ada@example.org"

    init(_ place: Place = .memory) throws {
        sample = try SampleLedger(place)
        try sample.addAccount(Self.account)
        maildir = try SampleMaildir(in: sample.scratch)
    }

    var ledger: Ledger { sample.ledger }

    @discardableResult
    func sync(
        _ direction: SyncOptions.Direction = .both, expunging: Bool = false, allowingRemovals: Bool = false,
        followingLinks: Bool = false, dryRun: Bool = false,
        progress: @escaping MaildirSync.Progress = { _ in true }
    ) throws -> SyncReport {
        let options = SyncOptions(
            direction: direction, expunges: expunging, allowsRemovals: allowingRemovals, followsLinks: followingLinks,
            dryRun: dryRun)
        return try MaildirSync(
            of: ledger, account: Self.account, options: options, context: ledger.context(command: "sync"),
            progress: progress
        ).run(maildir.path)
    }

    /// Folder and Maildir flags of each live copy, by folder and subject.
    func state() throws -> [String: String] {
        let flags = try ledger.read { reader in
            try reader.messages().flatMap { message in
                try reader.copies(of: message).map { copy in
                    let folder = try reader.folders().first { $0.stream == copy.folder }?.path ?? ""
                    let keywords = try reader.keywords(
                        in: MessageSelection(matching: .id(prefix: message.id.description)))
                    let set = KeywordSet(try keywords.map { try Keyword($0) })
                    let place = folder == "INBOX" ? "" : "." + folder.replacingOccurrences(of: "/", with: ".")
                    return ("\(place) \(message.subject ?? "")", set.maildirFlags)
                }
            }
        }
        return Dictionary(flags) { first, _ in first }
    }

    func undo() throws {
        _ = try ledger.undo(.latest)
    }
}
