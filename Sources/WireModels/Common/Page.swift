/// One page of a list, and how many there are.
public struct Page<Item: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    public let items: [Item]
    /// The number of items on all pages.
    public let total: Int
    /// The number of this page; the first is 1.
    public let page: Int
    public let perPage: Int
    /// The number of pages; 0 if there is no item.
    public let pages: Int

    enum CodingKeys: String, CodingKey {
        case items, total, page
        case perPage = "per_page"
        case pages
    }

    /// Makes a page; how many there are follows from the total.
    ///
    /// - Precondition: `perPage` is above 0.
    public init(items: [Item], total: Int, page: Int, perPage: Int) {
        precondition(perPage > 0, "a page has at least one item")
        self.items = items
        self.total = total
        self.page = page
        self.perPage = perPage
        pages = total / perPage + (total % perPage > 0 ? 1 : 0)
    }

    /// Cuts a page out of a whole list.
    public init(_ number: Int, of all: [Item], perPage: Int) {
        let slice = PageRange(page: number, perPage: perPage)
        self.init(
            items: Array(all.dropFirst(slice.offset).prefix(slice.limit)), total: all.count, page: number,
            perPage: perPage)
    }

    public var hasMorePages: Bool { page < pages }
    public var isLastPage: Bool { page >= pages }
    public var isFirstPage: Bool { page == 1 }
}

/// The items of a list that are on a page.
public struct PageRange: Hashable, Sendable {
    /// The number of items before the page.
    public let offset: Int
    /// The greatest number of items on the page.
    public let limit: Int

    /// Takes the number of a page from 1 on; a page beyond the list is empty, at its end.
    public init(page: Int, perPage: Int) {
        let (offset, overflow) = (max(1, page) - 1).multipliedReportingOverflow(by: max(0, perPage))
        self.offset = overflow ? .max : offset
        limit = max(0, perPage)
    }
}
