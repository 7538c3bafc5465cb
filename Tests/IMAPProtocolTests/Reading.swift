import IMAPProtocol

typealias Event = CommandReader.Event
typealias Body = IMAPCommand.Body

/// Reads all of the bytes, fed at once.
func read(
    _ bytes: some Sequence<UInt8>, limits: CommandReader.Limits = CommandReader.Limits(), utf8: Bool = false
) -> [Event] {
    var reader = CommandReader(limits: limits)
    reader.acceptsUTF8 = utf8
    reader.feed(Array(bytes))
    return drain(&reader)
}

func read(
    _ text: String, limits: CommandReader.Limits = CommandReader.Limits(), utf8: Bool = false
) -> [Event] {
    read(text.utf8, limits: limits, utf8: utf8)
}

func drain(_ reader: inout CommandReader) -> [Event] {
    var events: [Event] = []
    while let event = reader.next() {
        events.append(event)
        if case .command(let command) = event, command.body == .idle { reader.expectLine() }
    }
    return events
}

/// What one command without its tag is read as; nil if it is refused or more comes of it.
func body(_ line: String, utf8: Bool = false) -> Body? {
    var events = read("A1 \(line)\r\n", utf8: utf8)
    events.removeAll { $0 == .continuation }
    guard events.count == 1, case .command(let command) = events[0], command.tag == "A1" else { return nil }
    return command.body
}

/// Whether the line is refused with BAD under its tag, and the next one is read.
func isRefused(_ line: String, utf8: Bool = false) -> Bool {
    let events = read("A1 \(line)\r\nA2 NOOP\r\n", utf8: utf8)
    guard events.count == 2, case .refused("A1", let refusal) = events[0], !refusal.isNo else { return false }
    return events[1] == .command(IMAPCommand(tag: "A2", .noop))
}

extension MailboxName {
    init(_ name: String) { self.init(Array(name.utf8)) }
}

extension SequenceSet {
    init(_ numbers: UInt32...) { self.init(numbers.map { Piece($0, $0) }) }
}
