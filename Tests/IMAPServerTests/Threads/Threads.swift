import IMAPServer

func message(
    _ number: UInt32, id: String? = nil, _ references: [String] = [], subject: String = "", date: Int64? = nil
) -> ThreadedMessage {
    ThreadedMessage(
        number: number, date: date ?? Int64(number), subject: subject, messageID: id ?? "m\(number)",
        references: references)
}

func text(_ forest: ThreadForest) -> String { String(decoding: ThreadAnswer.text(forest), as: UTF8.self) }

func threads(_ messages: [ThreadedMessage]) -> String { text(ReferencesThreading.threads(of: messages)) }
