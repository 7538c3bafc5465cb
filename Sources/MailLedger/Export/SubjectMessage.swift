public import CivilTime
internal import EventLog
public import Hashing
public import Mail

/// A message that concerns a person, with all that the ledger has of it.
public struct SubjectMessage: Sendable {
    public let id: MessageID
    /// The address of the account that it came into.
    public let account: String
    public let headers: MessageHeaders
    public let receivedAt: Timestamp
    public let size: Int64
    /// Where the address stands, in the order of ``SubjectPlace``.
    public let places: [SubjectPlace]
    public let keywords: [String]
    /// The paths of the folders where it lies, or lay last.
    public let folders: [String]
    /// Whether no list has it any more: it was deleted, hidden, or went with its folders or its account.
    public let isDeleted: Bool
    /// Its bytes, once for each different copy.
    public internal(set) var files: [SubjectFile]
    public let history: [HistoryEntry]
}

/// The bytes of a copy.
public struct SubjectFile: Sendable, Hashable {
    /// Below the folder of the export; nil where they could not be written.
    public let path: String?
    /// SHA-256 of them.
    public let digest: SHA256Digest
}

/// A place where an address makes a message the mail of a person.
public enum SubjectPlace: String, Sendable, Hashable, CaseIterable {
    case from, sender
    case replyTo = "reply_to"
    case to, cc, bcc
    /// The account has the address, or had it: blind copies and mail of lists name nobody whom they reached.
    case account
}

extension SubjectPlace {
    /// Returns the header fields in which an address stands.
    ///
    /// - Parameter address: In lower case. RFC 5321 (2.4) leaves the case of a local part to its host, and hardly any tells
    ///   two people apart by it: mail that a mailer spelt otherwise is theirs, too.
    static func fields(of headers: MessageHeaders, holding address: String) -> [SubjectPlace] {
        allCases.filter { place in
            place.addresses(in: headers).contains { $0.address.lowercased() == address }
        }
    }

    private func addresses(in headers: MessageHeaders) -> [EmailAddress] {
        switch self {
        case .from: headers.from
        case .sender: headers.sender
        case .replyTo: headers.replyTo
        case .to: headers.to
        case .cc: headers.cc
        case .bcc: headers.bcc
        case .account: []
        }
    }
}
