internal import MIME
internal import Mail

/// A part of a message that is written, with its own parts.
struct ComposedPart {
    enum Content {
        case text(String)
        case bytes([UInt8])
        case parts([ComposedPart])
    }

    /// In lower case, without parameters: `text/plain`.
    var type: String
    var charset: String?
    var disposition: String?
    var name: String?
    /// Further fields of its header.
    var fields: [ComposedField] = []
    var content: Content

    /// The part with a disposition, unless it says one itself.
    func disposed(as disposition: String) -> ComposedPart {
        var part = self
        let saysOne = fields.contains { $0.name.lowercased() == "content-disposition" }
        if self.disposition == nil, !saysOne { part.disposition = disposition }
        return part
    }

    /// Writes the message: the fields of its header, those of the part, and what it holds.
    ///
    /// - Parameter boundary: Makes a line that no part has, one for each call.
    func message(_ header: [ComposedField], boundary: () -> String) -> [UInt8] {
        var writer = FieldWriter()
        for field in header { field.write(to: &writer) }
        if !(header + fields).contains(where: { $0.name.lowercased() == "mime-version" }) {
            writer.add("MIME-Version", "1.0")
        }
        var bytes: [UInt8] = []
        write(to: &bytes, behind: writer, boundary)
        return bytes
    }

    // No deeper than the request is.
    private func write(to bytes: inout [UInt8], behind header: FieldWriter, _ boundary: () -> String) {
        var header = header
        for field in fields { field.write(to: &header) }
        if let disposition = disposition ?? name.map({ _ in "attachment" }) {
            header.add(
                "Content-Disposition", ContentFieldText.disposition(disposition, name.map { [("filename", $0)] } ?? []))
        }
        switch content {
        case .text(let text):
            let body = TextBody(exactly: text)
            let isText = type.hasPrefix("text/")
            let charset = text.utf8.allSatisfy { $0 < 0x80 } ? "us-ascii" : "utf-8"
            header.add("Content-Type", contentType(isText ? [("charset", charset)] : []))
            header.add("Content-Transfer-Encoding", body.encoding)
            bytes += header.bytes + Self.lineEnd + body.bytes
        case .bytes(let content):
            header.add("Content-Type", contentType(charset.map { [("charset", $0)] } ?? []))
            // What holds a header is not encoded (RFC 2046 section 5.2.1).
            let isMessage = type.hasPrefix("message/")
            header.add("Content-Transfer-Encoding", isMessage ? "binary" : "base64")
            bytes += header.bytes + Self.lineEnd
            bytes += isMessage ? content : ContentEncoder.base64(content)
        case .parts(let parts):
            let line = boundary()
            header.add("Content-Type", contentType([("boundary", line)]))
            bytes += header.bytes
            for part in parts {
                bytes += Self.lineEnd + Array("--\(line)\r\n".utf8)
                part.write(to: &bytes, behind: FieldWriter(), boundary)
            }
            bytes += Self.lineEnd + Array("--\(line)--\r\n".utf8)
        }
    }

    private static let lineEnd: [UInt8] = [0x0D, 0x0A]

    private func contentType(_ parameters: [(name: String, value: String)]) -> String {
        let words = type.split(separator: "/", maxSplits: 1)
        return ContentFieldText.contentType(String(words[0]), String(words[1]), parameters)
    }
}
