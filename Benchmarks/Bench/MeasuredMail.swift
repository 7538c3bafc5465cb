internal import Glibc
internal import MailGenerator

/// The mail that is measured on: a folder with a Maildir for each account, and words that are found in it.
struct MeasuredMail {
    let path: String
    /// The names of the folders; the last one is deleted and brought back.
    let accounts: [String]
    let count: Int
    let bytes: Double
    let sender: String
    let subjectWord: String
    let bodyWord: String
    /// A word that most texts have, and one that is often behind it.
    let commonWords: (first: String, second: String)
    let rareWord: String
    let dates: String

    init(generating count: Int, below path: String) throws {
        let mail = try GeneratedMaildir(writingTo: path, count: count)
        self.path = path
        self.count = count
        accounts = GeneratedMaildir.accounts
        bytes = Double(mail.byteCount)
        sender = mail.frequentSender
        subjectWord = mail.subjectWord
        bodyWord = mail.bodyWord
        (commonWords, rareWord) = (mail.commonWords, mail.rareWord)
        dates = "2023-01..2023-03"
    }

    /// Takes the folders below a path as the Maildirs of an account each.
    init(found path: String) throws {
        self.path = path
        let folders = try Program("find", [path, "-mindepth", "2", "-maxdepth", "2", "-type", "d", "-name", "cur"])
            .output().text.split(separator: "\n")
        let found = folders.compactMap { $0.split(separator: "/").dropLast().last.map(String.init) }.sorted()
        guard !found.isEmpty else {
            throw BenchCommand.UsageError(description: "\(path) has no folder with a Maildir in it")
        }
        accounts = found
        count = try Program("find", [path, "-type", "f"]).output().text.utf8.count { $0 == UInt8(ascii: "\n") }
        bytes = try BenchFiles.bytes(below: path)
        (sender, subjectWord, bodyWord, dates) = ("john", "patch", "problem", "2001-01..2030-12")
        (commonWords, rareWord) = (("of", "the"), "kernel")
    }

    /// Whether the start of a process is a small part of the time that a question takes.
    var isLarge: Bool { count >= 40_000 }
}
