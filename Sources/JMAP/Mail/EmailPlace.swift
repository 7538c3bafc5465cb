internal import CivilTime
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Projections

/// Where a new email is to lie, with which keywords, and since when (RFC 8621 sections 4.6 to 4.8).
struct EmailPlace {
    private let call: MethodCall
    private let mailboxes: Set<FolderID>
    private let labels: LabelsQuery

    init(_ call: MethodCall, _ account: AccountRow, _ reader: LedgerReader) throws {
        self.call = call
        mailboxes = Set(try MailboxMethods.mailboxes(of: account, reader).map(\.id))
        labels = LabelsQuery(on: reader.connection)
    }

    /// Reads the mailboxes of an object; the property is noted where it is invalid.
    func folders(_ object: JSONObject, _ invalid: inout [String]) -> [FolderID] {
        let found = try? EmailPatch.mailboxes(object["mailboxIds"] ?? .null) { JMAPID.folder(call.resolved($0)) }
        guard let found, hasAll(found) else {
            invalid.append("mailboxIds")
            return []
        }
        return found.sorted()
    }

    /// Reads the keywords, each as labels are spelled here.
    func keywords(_ object: JSONObject, _ invalid: inout [String], by default: KeywordSet = []) throws -> KeywordSet {
        guard let json = object["keywords"], json != .null else { return `default` }
        guard let keywords = try? EmailPatch.keywords(json) else {
            invalid.append("keywords")
            return []
        }
        return KeywordSet(try keywords.map(spelled))
    }

    /// Returns a keyword as labels are spelled here.
    func spelled(_ keyword: Keyword) throws -> Keyword { try labels.spelling(of: keyword) ?? keyword }

    /// Whether there are some mailboxes, and each of them is there.
    func hasAll(_ folders: Set<FolderID>) -> Bool { !folders.isEmpty && folders.isSubset(of: mailboxes) }

    /// Reads when it was received; nil where that is left out.
    func receivedAt(_ object: JSONObject, _ invalid: inout [String]) -> Timestamp? {
        guard let json = object["receivedAt"], json != .null else { return nil }
        if case .string(let text) = json, let time = UTCDate.time(text) { return time }
        invalid.append("receivedAt")
        return nil
    }
}
