internal import JSONCoding
internal import MailLedger

/// Reads the body of a new email: the tree of its parts, or the lists that a tree is made of (RFC 8621 section 4.6).
struct CreatedBody {
    /// Nil for a message that says nothing.
    private(set) var root: ComposedPart?
    /// The fields that the root sets, by the paths of their properties.
    private(set) var rootFields: [String: String] = [:]
    private(set) var notFound: [String] = []
    private(set) var isTooLarge = false

    private let values: JSONObject
    /// Returns the bytes of a blob, no more than a limit.
    private let blob: (String, Int) throws -> Blob
    private var room: Int
    private var parts = 0

    /// What a blob id leads to.
    enum Blob {
        case bytes([UInt8])
        case missing
        case tooLarge
    }

    private static let mostParts = 1_000

    /// - Parameter room: The bytes that all blobs may have together.
    init(
        _ email: JSONObject, room: Int, _ invalid: inout [String], blob: @escaping (String, Int) throws -> Blob
    ) throws {
        self.room = room
        self.blob = blob
        values = Self.values(email["bodyValues"], &invalid)
        if let structure = email["bodyStructure"], structure != .null {
            for key in ["textBody", "htmlBody", "attachments"] where email[key] ?? .null != .null {
                invalid.append(key)
            }
            root = try part(structure, "bodyStructure", isRoot: true, &invalid)
            return
        }
        let text = try single("textBody", "text/plain", in: email, &invalid)
        let html = try single("htmlBody", "text/html", in: email, &invalid)
        // Without a disposition a text or a picture is a part of the body (RFC 8621 section 4.1.4).
        let attachments = try list("attachments", in: email, &invalid).map { $0.disposed(as: "attachment") }
        root = Self.arranged(text, html, attachments)
    }

    /// The texts beside each other, what the HTML shows with it, and what is attached behind them.
    private static func arranged(
        _ text: ComposedPart?, _ html: ComposedPart?, _ attachments: [ComposedPart]
    ) -> ComposedPart? {
        let shown = html == nil ? [] : attachments.filter { $0.disposition == "inline" }
        let attached = html == nil ? attachments : attachments.filter { $0.disposition != "inline" }
        func multipart(_ subtype: String, _ parts: [ComposedPart]) -> ComposedPart? {
            parts.count > 1 ? ComposedPart(type: "multipart/" + subtype, content: .parts(parts)) : parts.first
        }
        let related = multipart("related", [html].compactMap { $0 } + shown)
        let alternative = multipart("alternative", [text, related].compactMap { $0 })
        return multipart("mixed", [alternative].compactMap { $0 } + attached)
    }

    // MARK: Values

    private static func values(_ json: JSONValue?, _ invalid: inout [String]) -> JSONObject {
        guard let json, json != .null else { return [:] }
        guard case .object(let values) = json else {
            invalid.append("bodyValues")
            return [:]
        }
        for member in values.members {
            let path = "bodyValues/\(JSONPointer.escaped(member.key))"
            // No text of a mail has a NUL: it would not come back as it was given.
            guard case .object(let value) = member.value, case .string(let text)? = value["value"],
                !text.utf8.contains(0)
            else {
                invalid.append(path)
                continue
            }
            for key in value.keys where key != "value" {
                let mayBe: [JSONValue] = [false, .null]
                guard ["isEncodingProblem", "isTruncated"].contains(key), mayBe.contains(value[key] ?? .null) else {
                    invalid.append("\(path)/\(JSONPointer.escaped(key))")
                    continue
                }
            }
        }
        return values
    }

    private func text(_ id: String) -> String? {
        guard case .object(let value)? = values[id], case .string(let text)? = value["value"] else { return nil }
        return text
    }

    // MARK: Lists

    private mutating func single(
        _ key: String, _ type: String, in email: JSONObject, _ invalid: inout [String]
    ) throws -> ComposedPart? {
        guard let json = email[key], json != .null else { return nil }
        guard case .array(let parts) = json, parts.count == 1 else {
            invalid.append(key)
            return nil
        }
        let isRoot = !["textBody", "htmlBody", "attachments"].contains { $0 != key && email[$0] ?? .null != .null }
        let part = try part(parts[0], "\(key)/0", isRoot: isRoot, usual: type, &invalid)
        guard part == nil || part?.type == type else {
            invalid.append("\(key)/0/type")
            return nil
        }
        return part
    }

    private mutating func list(
        _ key: String, in email: JSONObject, _ invalid: inout [String]
    ) throws -> [ComposedPart] {
        guard let json = email[key], json != .null else { return [] }
        guard case .array(let parts) = json else {
            invalid.append(key)
            return []
        }
        var made: [ComposedPart] = []
        for (index, json) in parts.enumerated() {
            if let part = try part(json, "\(key)/\(index)", usual: "application/octet-stream", &invalid) {
                made.append(part)
            }
        }
        return made
    }

    // MARK: Parts

    /// Reads a part; what is wrong with it is noted by its path.
    private mutating func part(
        _ json: JSONValue, _ path: String, isRoot: Bool = false, usual: String? = nil, _ invalid: inout [String]
    ) throws -> ComposedPart? {
        parts += 1
        guard parts <= Self.mostParts else {
            isTooLarge = true
            return nil
        }
        guard case .object(let object) = json else {
            invalid.append(path)
            return nil
        }
        var properties = CreatedPart(object)
        let isMultipart = properties.hasParts
        let usual =
            isMultipart
            ? "multipart/mixed" : usual ?? (properties.blobID == nil ? "text/plain" : "application/octet-stream")
        properties.read(usual: usual)
        let content = try self.content(object, properties, path, &invalid)
        invalid += properties.invalid.map { "\(path)/\($0)" }
        if isRoot { for (key, name) in properties.header.names { rootFields["\(path)/\(key)"] = name } }
        guard let content else { return nil }
        return ComposedPart(
            type: properties.type, charset: properties.charset, disposition: properties.disposition,
            name: properties.name, fields: properties.fields, content: content)
    }

    private mutating func content(
        _ object: JSONObject, _ properties: CreatedPart, _ path: String, _ invalid: inout [String]
    ) throws -> ComposedPart.Content? {
        if properties.hasParts {
            guard case .array(let parts)? = object["subParts"], !parts.isEmpty else {
                invalid.append("\(path)/subParts")
                return nil
            }
            var made: [ComposedPart] = []
            for (index, json) in parts.enumerated() {
                if let part = try part(json, "\(path)/subParts/\(index)", &invalid) { made.append(part) }
            }
            return .parts(made)
        }
        if let id = properties.partID {
            guard let text = text(id) else {
                invalid.append("\(path)/partId")
                return nil
            }
            return .text(text)
        }
        guard let id = properties.blobID else { return nil }
        switch try blob(id, room) {
        case .missing:
            if !notFound.contains(id) { notFound.append(id) }
        case .tooLarge: isTooLarge = true
        case .bytes(let bytes):
            room -= bytes.count
            return .bytes(bytes)
        }
        return nil
    }
}
