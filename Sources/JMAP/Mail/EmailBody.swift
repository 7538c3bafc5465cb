package import MIME

/// Which parts of a message are its text, its HTML and its attachments (RFC 8621 section 4.1.4).
package struct EmailBody {
    private(set) var text: [MessageStructure.Node] = []
    package private(set) var html: [MessageStructure.Node] = []
    private(set) var attachments: [MessageStructure.Node] = []

    package init(_ root: MessageStructure.Node) {
        take([root], in: "mixed", isInAlternative: false, takesText: true, takesHTML: true)
    }

    /// The algorithm that the section suggests.
    private mutating func take(
        _ parts: [MessageStructure.Node], in multipart: String, isInAlternative: Bool, takesText: Bool, takesHTML: Bool
    ) {
        var (takesText, takesHTML) = (takesText, takesHTML)
        let (textCount, htmlCount) = (text.count, html.count)
        for (index, part) in parts.enumerated() {
            let type = part.mimeType
            if part.number == nil {
                let subtype = type.split(separator: "/").last.map(String.init) ?? ""
                take(
                    part.children, in: subtype, isInAlternative: isInAlternative || subtype == "alternative",
                    takesText: takesText, takesHTML: takesHTML)
                continue
            }
            guard Self.isInline(part, isFirst: index == 0, in: multipart) else {
                attachments.append(part)
                continue
            }
            if multipart == "alternative" {
                switch type {
                case "text/plain" where takesText: text.append(part)
                case "text/html" where takesHTML: html.append(part)
                default: attachments.append(part)
                }
                continue
            }
            if isInAlternative {
                if type == "text/plain" { takesHTML = false }
                if type == "text/html" { takesText = false }
            }
            if takesText { text.append(part) }
            if takesHTML { html.append(part) }
            if !takesText || !takesHTML, Self.isMedia(type) { attachments.append(part) }
        }
        // What has one form alone is shown in that form by both lists.
        if multipart == "alternative", takesText, takesHTML {
            if text.count == textCount, html.count != htmlCount {
                text += html[htmlCount...]
            } else if html.count == htmlCount, text.count != textCount {
                html += text[textCount...]
            }
        }
    }

    /// Whether a part is read with the message: only the first one of a `related` is, and no later text that has a name.
    private static func isInline(_ part: MessageStructure.Node, isFirst: Bool, in multipart: String) -> Bool {
        let type = part.mimeType
        guard !part.isAttachment, ["text/plain", "text/html"].contains(type) || isMedia(type) else {
            return false
        }
        return isFirst || multipart != "related" && (isMedia(type) || part.fileName == nil)
    }

    private static func isMedia(_ type: String) -> Bool {
        type.hasPrefix("image/") || type.hasPrefix("audio/") || type.hasPrefix("video/")
    }
}
