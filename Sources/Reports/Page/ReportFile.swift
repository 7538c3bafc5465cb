package import Cryptography
package import EventLog
internal import JSONCoding

/// A report that came from elsewhere, as a file.
package struct ReportFile {
    /// The HTML that is shown.
    private let content: String
    /// All around it and around the record: the style, the policy and the script.
    private let frame: String
    package let extract: LogExtract
    private let seal: SignedNote

    /// Takes the file apart.
    ///
    /// - Throws: ``ProofFault`` if the file is no report.
    package init(parsing text: String) throws {
        guard let parts = Self.parts(of: text),
            let note = try? JSONBytesDecoder().decode(String.self, from: Array(parts.seal.utf8)),
            let signed = SignedNote(note)
        else { throw ProofFault("the file is not a report, or parts of it are missing") }
        (content, frame) = (parts.content, parts.frame)
        extract = try LogExtract(parsing: parts.record)
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
        let (told, steps) = entries
        let timeline = Timeline(findings, telling: told) { steps[$0.position.rawValue] ?? Timeline.Setting() }
        guard timeline.changeCount == told.count, content.contains(ReportTimeline(timeline).html) else {
            throw ProofFault("the words of the page are not what its record says")
        }
        guard
            ReportSeal.seals(
                Self.digest(of: content), within: Self.digest(of: frame), seal, by: findings.key)
        else {
            throw ProofFault("the page is not the one that was signed")
        }
        return findings
    }

    static func digest(of content: String) -> SHA256Digest { SHA256Hasher.digest(of: Array(content.utf8)) }

    /// A text as JSON.
    static func string(_ text: String) throws -> String {
        String(decoding: try JSONBytesEncoder().encode(text), as: UTF8.self)
    }

    /// The positions on the page, their clocks, and the sizes of their steps.
    ///
    /// No text from others has such a tag, because its signs are escaped.
    private var entries: (told: Set<Int64>, steps: [Int64: Timeline.Setting]) {
        var (told, steps): (Set<Int64>, [Int64: Timeline.Setting]) = ([], [:])
        for act in content.split(separator: "<article class=\"act\" data-o=\"").dropFirst() {
            let words = act.prefix { $0 != ">" }.split(separator: "\"")
            let setting = Timeline.Setting(
                offset: words.first.flatMap { Int($0) } ?? 0, changes: words.last.flatMap { Int($0) } ?? 0)
            for item in act.split(separator: "<li data-p=\"").dropFirst() {
                guard let position = Int64(item.prefix { $0 != "\"" }) else { continue }
                told.insert(position)
                steps[position] = setting
            }
        }
        return (told, steps)
    }

    /// The end of every report.
    static let end = "\n</body></html>\n"
    static let start = "<!doctype html>\n"

    /// Takes a page apart; nil if the text is none.
    ///
    /// The frame is the page without the contents of the three parts, in the form in which a browser writes it.
    static func parts(of text: String) -> (content: String, record: String, seal: String, frame: String)? {
        guard text.hasPrefix(start), text.hasSuffix(end) else { return nil }
        var rest = text.dropFirst(start.count).dropLast(end.count)
        var frame = ""
        func take(_ opening: String, _ closing: String) -> String? {
            guard let first = rest.firstRange(of: opening), let last = rest[first.upperBound...].firstRange(of: closing)
            else { return nil }
            let part = String(rest[first.upperBound..<last.lowerBound])
            frame += rest[..<first.upperBound]
            rest = rest[last.lowerBound...]
            return part
        }
        guard let content = take("<main id=\"report\">", "</main>"),
            let record = take("<script type=\"application/json\" id=\"record\">", "</script>"),
            let seal = take("<script type=\"application/json\" id=\"seal\">", "</script>")
        else { return nil }
        return (content, record, seal, frame + rest)
    }
}
