/// Why the parser stops before a command's end.
enum Stop: Error {
    case refused(CommandReader.Refusal)
    /// The command goes on in a literal whose bytes have not come.
    case awaitsLiteral(isMessage: Bool)

    static func bad(_ text: String) -> Stop { .refused(CommandReader.Refusal(text)) }
}
