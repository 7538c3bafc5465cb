public import EventLog

/// The conditions of a search for notes; all of them must be met.
public struct NoteSearchParams: Codable, Hashable, Sendable {
    /// Words that the title, the transcript or the summary has.
    public var q: String?
    public var folderId: UniqueID?
    /// A note has all of them.
    public var tags: [String]?
    public var isPinned: Bool?
    public var isArchived: Bool?
    /// The first moment at which a note may have been made.
    public var startDate: WireTime?
    /// The last moment at which a note may have been made.
    public var endDate: WireTime?
    /// From 1 on.
    public var page: Int
    /// From 1 to ``mostPerPage``.
    public var perPage: Int

    /// The greatest number of items on a page.
    public static let mostPerPage = 1000

    enum CodingKeys: String, CodingKey {
        case q
        case folderId = "folder_id"
        case tags
        case isPinned = "is_pinned"
        case isArchived = "is_archived"
        case startDate = "start_date"
        case endDate = "end_date"
        case page
        case perPage = "per_page"
    }

    public init(
        q: String? = nil, folderId: UniqueID? = nil, tags: [String]? = nil, isPinned: Bool? = nil,
        isArchived: Bool? = nil, startDate: WireTime? = nil, endDate: WireTime? = nil, page: Int = 1,
        perPage: Int = 20
    ) {
        self.q = q
        self.folderId = folderId
        self.tags = tags
        self.isPinned = isPinned
        self.isArchived = isArchived
        self.startDate = startDate
        self.endDate = endDate
        self.page = page
        self.perPage = perPage
    }

    /// Reads the search; it refuses an impossible page.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            q: try container.decodeIfPresent(String.self, forKey: .q),
            folderId: try container.decodeIfPresent(UniqueID.self, forKey: .folderId),
            tags: try container.decodeIfPresent([String].self, forKey: .tags),
            isPinned: try container.decodeIfPresent(Bool.self, forKey: .isPinned),
            isArchived: try container.decodeIfPresent(Bool.self, forKey: .isArchived),
            startDate: try container.decodeIfPresent(WireTime.self, forKey: .startDate),
            endDate: try container.decodeIfPresent(WireTime.self, forKey: .endDate),
            page: try container.decodeIfPresent(Int.self, forKey: .page) ?? 1,
            perPage: try container.decodeIfPresent(Int.self, forKey: .perPage) ?? 20)
        guard page >= 1 else {
            throw DecodingError.dataCorruptedError(forKey: .page, in: container, debugDescription: "pages begin at 1")
        }
        guard (1...Self.mostPerPage).contains(perPage) else {
            throw DecodingError.dataCorruptedError(
                forKey: .perPage, in: container, debugDescription: "a page has 1 to \(Self.mostPerPage) items")
        }
    }

    /// The items of the list that are on the page.
    public var range: PageRange { PageRange(page: page, perPage: perPage) }
}
