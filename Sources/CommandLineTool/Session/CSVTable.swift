package import JSONCoding
internal import MailLedger

/// Writes JSON as rows of comma-separated values (RFC 4180): lines end with CR LF, and quotes are doubled.
///
/// The first row has the keys of the first element; values inside others stand as JSON. In a spreadsheet no text of mail becomes a formula.
package struct CSVTable {
    private var header: [String]?

    package init() {}

    /// Returns the row of an element, behind the header where it is the first.
    package mutating func lines(of element: JSONValue) throws -> String {
        let object: JSONObject
        if case .object(let members) = element {
            object = members
        } else {
            var single = JSONObject()
            single["value"] = element
            object = single
        }
        var lines = ""
        if header == nil { lines = Self.line(object.keys.map(Self.cell)) }
        let keys = header ?? object.keys
        header = keys
        return try lines + Self.line(keys.map { try Self.cell(object[$0] ?? .null) })
    }

    private static func line(_ cells: [String]) -> String { cells.joined(separator: ",") + "\r\n" }

    private static func cell(_ value: JSONValue) throws -> String {
        switch value {
        case .null: ""
        case .string(let text): cell(harmless(text))
        default: cell(String(decoding: try JSONBytesEncoder(.answer(pretty: false)).encode(value), as: UTF8.self))
        }
    }

    /// Puts an apostrophe before what a spreadsheet would take for a formula
    /// (<https://owasp.org/www-community/attacks/CSV_Injection>). Numbers of JSON are none, and stay as they are.
    private static func harmless(_ text: String) -> String {
        let isFormula = text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
        return (isFormula ? "'" : "") + Sanitizer.text(text)
    }

    private static func cell(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
