internal import JSONCoding

/// Writes the elements of a list one by one, as lines or as one document, and holds none of them.
///
/// The bytes of a document are those of the list encoded as a whole.
package final class ListWriter {
    private let output: Output
    private let isDocument: Bool
    private let encoder: JSONBytesEncoder
    /// Set where the elements become rows of a table.
    private var table: CSVTable?
    /// How many elements were written.
    package private(set) var count = 0

    /// Begins a list; `isDocument` is the form of `--format json`.
    package init(_ output: Output, isDocument: Bool, version: Int = OutputFormat.standardVersion) {
        self.output = output
        self.isDocument = isDocument
        encoder = JSONBytesEncoder(.answer(pretty: isDocument, indent: isDocument ? 1 : 0, version: version))
    }

    /// Begins a list in a form that is not text.
    convenience init(_ output: Output, _ format: OutputFormat, version: Int) {
        self.init(output, isDocument: format == .json, version: version)
        if format == .csv { table = CSVTable() }
    }

    /// Adds an element; false where nobody reads any more, so that no further row need be read.
    package func write(_ element: some Encodable) throws -> Bool {
        let bytes = try encoder.encode(element)
        if table != nil {
            output.write(try table?.lines(of: JSONBytesDecoder().decode(JSONValue.self, from: bytes)) ?? "")
        } else if isDocument {
            output.write(count == 0 ? "[\n  " : ",\n  ")
            output.write(bytes: bytes)
        } else {
            output.write(bytes: bytes)
            output.write("\n")
        }
        count += 1
        return output.isOpen
    }

    /// Ends the list.
    package func finish() throws {
        if isDocument { output.write(count == 0 ? "[]\n" : "\n]\n") }
        try output.finish()
    }
}
