/// The reason why a message or one of its parts could not be read.
///
/// Malformed mail is never an error: parsing returns whatever is recognisable in it.
public enum MIMEError: Error, Equatable {
    /// Reading the source failed with this `errno`.
    case unreadable(errno: Int32)

    /// The message has no such part, or the part is a multipart, which has no content of its own.
    case noSuchPart(number: String)
}

extension MIMEError: CustomStringConvertible {
    /// One line for a person, without any of the message's content.
    public var description: String {
        switch self {
        case .unreadable(let code): "the message cannot be read (errno \(code))"
        case .noSuchPart(let number): "the message has no part \(number)"
        }
    }
}
