public import EventLog

/// The reason why a program's context is refused: mistakes of the program, reported when it opens a ledger.
public enum ContextError: Error, Hashable, Sendable {
    /// It is no name of a context: a small letter, then small letters, digits and `_`, and not `ledger`.
    case wrongName(String)
    /// Another context has the name.
    case nameTaken(String)
    /// An event's name does not begin with its context's, and a full stop.
    case eventNamedOtherwise(EventType, context: String)
    case eventTwice(EventType)
    /// Another context has things of that kind.
    case thingTaken(String)
    /// A field of an event has the name of a secret, and a log keeps its contents for ever.
    case secretField(String, of: EventType)
}

extension ContextError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .wrongName(let name):
            "\"\(name)\" is not a name for a context: a small letter, then small letters, digits and _"
        case .nameTaken(let name): "two contexts are called \"\(name)\""
        case .eventNamedOtherwise(let type, let context):
            "the event \(type) is of the context \"\(context)\", whose events begin with \"\(context).\""
        case .eventTwice(let type): "two events are named \(type)"
        case .thingTaken(let kind): "two contexts have things called \"\(kind)\""
        case .secretField(let field, let type):
            "the event \(type) has a field \"\(field)\": a log keeps what it holds for ever, and a secret belongs elsewhere"
        }
    }
}
