import Content
import Cryptography
import Foundation
import MailLedger
import TestSupport
import Testing

/// Mail of other projects, beside this one where it is developed.
enum RealMail {
    static let sets = [
        "cpython-test-email", "mail-parser", "mimekit", "mu-testdata", "notmuch-corpora", "spamassassin-a",
    ]

    /// The files of a set that its manifest says to be mail, but those of deliveries under way.
    static func files(of set: String) throws -> [String] {
        let folder = "\(try requireSharedMail())/\(set)"
        return try lines(of: "\(folder)/MANIFEST.tsv").dropFirst().compactMap { fields in
            guard fields.count == 5, fields[2] == "eml" || fields[2] == "mbox", !"/\(fields[4])".contains("/tmp/")
            else {
                return nil
            }
            return "\(folder)/\(fields[4])"
        }
    }

    /// The columns of each line of a table.
    static func lines(of path: String) throws -> [[String]] {
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        return text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    static func bytes(of path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path)))
    }
}

/// Expects that each file of one message comes back byte for byte.
func expectRawBytes(of files: [String], in sample: SampleLedger) throws {
    var checked = 0
    for file in files where !file.contains(".mbox") && !file.contains("/mbox-") {
        let bytes = try RealMail.bytes(of: file)
        guard case .bytes(let stored) = try sample.ledger.content.read(SHA256Hasher.digest(of: bytes)) else {
            Issue.record("\(file) is not held in memory")
            continue
        }
        #expect(stored == bytes, "\(file)")
        checked += 1
    }
    #expect(checked > 40)
}
