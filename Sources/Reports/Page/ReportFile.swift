package import EventLog
internal import Hashing
internal import JSONCoding
package import Signing

/// A report that came from elsewhere, as a file.
package struct ReportFile {
    /// The HTML that is signed.
    private let content: String
    package let extract: LogExtract
    private let seal: SignedNote

    /// Takes the file apart.
    ///
    /// - Throws: ``ProofFault`` for what is no report.
    package init(parsing text: String) throws {
        guard let content = Self.part(of: text, between: "<main id=\"report\">", and: "</main>"),
            let record = Self.part(
                of: text, between: "<script type=\"application/json\" id=\"record\">", and: "</script>"),
            let seal = Self.part(of: text, between: "<script type=\"application/json\" id=\"seal\">", and: "</script>"),
            let note = try? JSONBytesDecoder().decode(String.self, from: Array(seal.utf8)),
            let signed = SignedNote(note)
        else { throw ProofFault("the file is no report, or parts of it are missing") }
        self.content = content
        extract = try LogExtract(parsing: record)
        self.seal = signed
    }

    /// Whether a file looks like a report.
    package static func isReport(_ text: String) -> Bool { text.hasPrefix("<!doctype html>") }

    /// Checks every step from the bytes of the record to the signature, and that the page says what these bytes say.
    ///
    /// - Parameter trusted: The key that the reader has from the ledger's owner.
    /// - Throws: ``ProofFault`` for the first step that does not hold.
    package func verify(trusting trusted: NoteVerifier?) throws -> ProofFindings {
        let findings = try extract.proof().verify(trusting: trusted)
        let (told, offsets) = entries
        let timeline = Timeline(findings, telling: told) { offsets[$0.position.rawValue] ?? 0 }
        guard timeline.changeCount == told.count, content.contains(ReportTimeline(timeline).html) else {
            throw ProofFault("the words of the page are not what its record says")
        }
        guard ReportSeal.seals(Self.digest(of: content), seal, by: findings.key) else {
            throw ProofFault("the page is not the one that was signed")
        }
        return findings
    }

    static func digest(of content: String) -> SHA256Digest { SHA256Hasher.digest(of: Array(content.utf8)) }

    /// A text as JSON.
    static func string(_ text: String) throws -> String {
        String(decoding: try JSONBytesEncoder().encode(text), as: UTF8.self)
    }

    /// The positions that the page tells, and by which clock; no text of others has such a tag, since its signs are escaped.
    private var entries: (told: Set<Int64>, offsets: [Int64: Int]) {
        var (told, offsets): (Set<Int64>, [Int64: Int]) = ([], [:])
        for act in content.split(separator: "<article class=\"act\" data-o=\"").dropFirst() {
            let offset = Int(act.prefix { $0 != "\"" }) ?? 0
            for item in act.split(separator: "<li data-p=\"").dropFirst() {
                guard let position = Int64(item.prefix { $0 != "\"" }) else { continue }
                told.insert(position)
                offsets[position] = offset
            }
        }
        return (told, offsets)
    }

    private static func part(of text: String, between start: String, and end: String) -> String? {
        guard let first = text.firstRange(of: start), let last = text[first.upperBound...].firstRange(of: end) else {
            return nil
        }
        return String(text[first.upperBound..<last.lowerBound])
    }
}
