/// Answers of a server, as bytes ready to send (RFC 9051 section 7).
///
/// ```swift
/// answer.text("* ")
/// answer.number(172)
/// answer.line(" EXISTS")
/// ```
public struct IMAPAnswer: Sendable {
    public internal(set) var bytes: [UInt8] = []

    public init() {}

    /// Appends words of the protocol as they are; they hold no line end.
    public mutating func text(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    public mutating func byte(_ byte: UInt8) {
        bytes.append(byte)
    }

    public mutating func space() {
        bytes.append(UInt8(ascii: " "))
    }

    /// Appends bytes as they are: what was written and kept before.
    public mutating func raw(_ more: ArraySlice<UInt8>) {
        bytes.append(contentsOf: more)
    }

    public mutating func raw(_ more: [UInt8]) {
        bytes.append(contentsOf: more)
    }

    /// Ends a line.
    public mutating func end() {
        bytes.append(UInt8(ascii: "\r"))
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends the rest of a line and its end; control characters in it become spaces, so that it stays one line.
    public mutating func line(_ text: String) {
        for byte in text.utf8 { bytes.append(byte < 0x20 || byte == 0x7F ? UInt8(ascii: " ") : byte) }
        end()
    }

    /// Forgets what was written, but keeps its memory.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Takes back what was written since there were `count` bytes.
    public mutating func cut(to count: Int) {
        bytes.removeLast(max(0, bytes.count - count))
    }
}
