import CGMime

/// The `Content-…` fields of an entity, with the defaults of RFC 2045 section 5.2.
struct ContentFields {
    var type = "text"
    var subtype = "plain"
    var charset: String?
    /// Whether the lines of its text flow together.
    var flow: FlowedText?
    /// The type of an S/MIME part (RFC 8551 section 3.2.2), in lower case.
    var smimeType: String?
    var boundary: [UInt8]?
    var fileName: String?
    var contentID: String?
    /// The first word of `Content-Disposition`, in lower case.
    var disposition: String?
    var isInline: Bool { disposition == "inline" }
    /// RFC 2183 section 2.8: an unknown disposition is an attachment.
    var isAttachment: Bool { disposition.map { $0 != "inline" } ?? false }
    var encoding = TransferEncoding.identity

    var mimeType: String { type + "/" + subtype }

    var isMessage: Bool { type == "message" && ["rfc822", "rfc2822", "global", "news"].contains(subtype) }

    /// Reads the fields; `defaultType` is the type of an entity without a readable `Content-Type`.
    ///
    /// A field above `limit` bytes is ignored, because GMime's time for parameters is quadratic. Returns `true` then.
    ///
    /// - Parameter textCharset: The charset of the first text part, if it came before; else that of this part is for
    ///   its own name.
    init(_ header: HeaderSection, inDigest: Bool, limit: Int, textCharset: String?, isCut: inout Bool) {
        if inDigest { (type, subtype) = ("message", "rfc822") }
        encoding = TransferEncoding(header[.contentTransferEncoding])
        contentID = Identifiers.single(header[.contentID])
        var nameInType: String?
        if let value = header[.contentType] {
            if value.count > limit {
                isCut = true
            } else {
                nameInType = readType(value, textCharset: textCharset)
                // A name in raw bytes has the charset that follows it.
                if textCharset == nil, nameInType != nil, charset != nil, value.contains(where: { $0 >= 0x80 }) {
                    nameInType = readType(value, textCharset: charset)
                }
            }
        }
        if let value = header[.contentDisposition] {
            if value.count > limit {
                isCut = true
            } else {
                readDisposition(value, textCharset: textCharset ?? charset)
            }
        }
        fileName = Self.clean(fileName ?? nameInType)
    }

    /// Reads `Content-Type`, and returns its `name`, which old senders use instead of a disposition's `filename`.
    private mutating func readType(_ value: [UInt8], textCharset: String?) -> String? {
        if let text = PlainTextType(value) {
            (type, subtype, charset, flow) = ("text", text.subtype, text.charset, text.flow)
            return nil
        }
        return readParsedType(value, textCharset: textCharset)
    }

    /// Reads any `Content-Type` by GMime.
    ///
    /// One that begins with no type and subtype says nothing (RFC 2045 section 5.2), where GMime would make it an
    /// unknown application's.
    mutating func readParsedType(_ value: [UInt8], textCharset: String?) -> String? {
        guard Self.beginsWithType(value),
            let parsed = unsafe gmime.g_mime_content_type_parse(
                nil, Charset.headerText(RawParameters.inOrder(value) ?? value, textCharset: textCharset))
        else {
            return nil
        }
        defer { unsafe gmime.g_object_unref(parsed) }
        if let media = unsafe borrowedString(gmime.g_mime_content_type_get_media_type(parsed)),
            let sub = unsafe borrowedString(gmime.g_mime_content_type_get_media_subtype(parsed)),
            !media.isEmpty, !sub.isEmpty, media.utf8.count + sub.utf8.count < 255
        {
            (type, subtype) = (media.lowercased(), sub.lowercased())
        }
        charset = unsafe borrowedString(gmime.g_mime_content_type_get_parameter(parsed, "charset"))
        flow = nil
        if mimeType == "text/plain" {
            flow = FlowedText(
                format: unsafe borrowedString(gmime.g_mime_content_type_get_parameter(parsed, "format")),
                delSp: unsafe borrowedString(gmime.g_mime_content_type_get_parameter(parsed, "delsp")))
        }
        if subtype.hasSuffix("pkcs7-mime") {
            let name = unsafe borrowedString(gmime.g_mime_content_type_get_parameter(parsed, "smime-type"))
            smimeType = name?.lowercased()
        }
        if type == "multipart" {
            boundary = unsafe borrowedString(gmime.g_mime_content_type_get_parameter(parsed, "boundary")).map {
                Array($0.utf8)
            }
            while boundary?.last == 0x20 { boundary?.removeLast() }
            // RFC 2046 section 5.1.1 allows 70 bytes; a line has at most 998.
            if let count = boundary?.count, count == 0 || count > 998 { boundary = nil }
        }
        return unsafe borrowedString(gmime.g_mime_content_type_get_parameter(parsed, "name"))
    }

    private static func beginsWithType(_ value: [UInt8]) -> Bool {
        let type = RawParameters.value(of: value)
        guard let slash = type.firstIndex(of: UInt8(ascii: "/")), slash > 0, slash + 1 < type.count else {
            return false
        }
        return type[..<slash].allSatisfy(isOfToken) && isOfToken(type[slash + 1])
    }

    /// RFC 2045 section 5.1.
    private static func isOfToken(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"()<>@,;:\\\"/[]?=".utf8.contains(byte)
    }

    private mutating func readDisposition(_ value: [UInt8], textCharset: String?) {
        guard
            let parsed = unsafe gmime.g_mime_content_disposition_parse(
                nil, Charset.headerText(RawParameters.inOrder(value) ?? value, textCharset: textCharset))
        else { return }
        defer { unsafe gmime.g_object_unref(parsed) }
        let kind = unsafe borrowedString(gmime.g_mime_content_disposition_get_disposition(parsed))?.lowercased()
        disposition = kind?.isEmpty == false ? kind : nil
        fileName = unsafe borrowedString(gmime.g_mime_content_disposition_get_parameter(parsed, "filename"))
    }

    private static func clean(_ name: String?) -> String? {
        guard let name else { return nil }
        let trimmed = collapsingSpace(String(name.prefix(1_000)))
        return trimmed.isEmpty ? nil : trimmed
    }
}

extension ContentFields {
    /// The fields of an entity without any.
    init() {}
}
