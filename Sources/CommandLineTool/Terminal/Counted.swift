internal import MailLedger

/// Numbers with the right form of their word.
enum Counted {
    static func messages(_ count: Int) -> String { of(count, "message", "messages") }
    static func events(_ count: Int) -> String { of(count, "event", "events") }
    static func of(_ count: Int, _ one: String, _ many: String) -> String {
        "\(ProgressLine.grouped(count)) \(count == 1 ? one : many)"
    }

    /// Bytes in the units that people read.
    static func bytes(_ count: Int64) -> String { ByteCount.text(count) }
}
