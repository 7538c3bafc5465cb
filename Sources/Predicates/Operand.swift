internal import CivilTime
internal import EventLog
internal import Mail
internal import Projections

/// The value of one side of an operator.
indirect enum Operand {
    /// The message itself.
    case message
    /// The first author, who may be missing.
    case sender
    case text(TextColumn)
    /// An id, as a column has it for text.
    case id(TextColumn)
    case number(NumberColumn)
    case keywords
    case folders
    /// A truth value, and when there is none of it.
    case truth(MessageFilter, isMissing: MessageFilter)
    case constant(Any)
    case missing

    /// A truth value that is always there.
    static func truth(_ filter: MessageFilter) -> Operand { .truth(filter, isMissing: .never) }

    /// The value of a property.
    func property(_ keyPath: AnyKeyPath) throws -> Operand {
        switch self {
        case .message:
            guard let operand = Self.properties[keyPath] else {
                throw UntranslatablePredicate(reason: "\(keyPath) is not a property that is kept for queries")
            }
            return operand
        case .sender where keyPath == \EmailAddress.address: return .text(.fromAddress)
        case .sender where keyPath == \EmailAddress.name: return .text(.fromName)
        case .number(let column) where keyPath == \Timestamp.microseconds && column != .size: return self
        default: throw UntranslatablePredicate(reason: "\(keyPath) is asked of something else than a message")
        }
    }

    // Key paths cannot be shared between threads as constants.
    private static var properties: [AnyKeyPath: Operand] {
        [
            \MessageRow.subject: .text(.subject), \MessageRow.snippet: .text(.snippet),
            \MessageRow.messageID: .text(.messageID), \MessageRow.accountAddress: .text(.accountAddress),
            \MessageRow.from: .sender, \MessageRow.id: .id(.id), \MessageRow.thread: .id(.thread),
            \MessageRow.account: .id(.account), \MessageRow.size: .number(.size),
            \MessageRow.sortDate: .number(.sortDate), \MessageRow.shownDate: .number(.shownDate),
            \MessageRow.receivedAt: .number(.received),
            \MessageRow.keywords: .keywords, \MessageRow.folders: .folders,
            \MessageRow.isRead: .truth(.state(.read)), \MessageRow.isFlagged: .truth(.state(.flagged)),
            \MessageRow.isAnswered: .truth(.state(.answered)), \MessageRow.isDraft: .truth(.state(.draft)),
            \MessageRow.hasAttachments: .truth(.hasAttachments),
        ]
    }
}

/// A number that messages have: bytes, or microseconds since 1970.
enum NumberColumn: Equatable {
    case size
    case sortDate
    case shownDate
    case received

    func filter(_ bounds: Bounds) -> MessageFilter {
        switch self {
        case .size: .size(bounds)
        case .sortDate: .sorted(bounds)
        case .shownDate: .date(bounds)
        case .received: .received(bounds)
        }
    }
}

extension MessageFilter {
    /// No message.
    static var never: MessageFilter { .not(.all) }
}
