import IMAPProtocol
import IMAPServer

extension IMAPMessage {
    init(_ text: String) { self.init(Array(text.utf8)) }

    var readEnvelope: AnswerValue { get throws { try AnswerReader.value(envelope) } }
    var readStructure: AnswerValue { get throws { try AnswerReader.value(bodyStructure(isExtended: true)) } }
    var readBody: AnswerValue { get throws { try AnswerReader.value(bodyStructure(isExtended: false)) } }

    func text(_ part: Int..., of text: BodySection.Text? = nil) -> String? {
        bytes(of: BodySection(part: part, text: text)).map { String(decoding: $0, as: UTF8.self) }
    }
}
