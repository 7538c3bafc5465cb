package import SQLiteDatabase

/// The way of finding the threads of a list.
package enum ThreadSearch: Hashable, Sendable {
    /// By walking them in the order of the list, and asking each for a live message that the filter takes.
    case walking(SQL)
    /// By gathering those that may be listed: a statement for their numbers.
    case gathering(SQL)
}

extension ThreadsQuery {
    /// Chooses how to find a page of threads, as ``MessagesQuery`` chooses for a page of messages.
    ///
    /// - Parameter condition: Compiles the filter as a membership test has it.
    package func search(
        for filter: ResolvedFilter, where conditions: ThreadConditions, page: Int, order: ListOrder,
        _ condition: (MembershipTest) throws -> SQL
    ) throws -> ThreadSearch {
        guard let part = filter.membership else { return .walking(try condition(.probed)) }
        // However many messages it has, it is one.
        if case .thread = part { return .gathering(Self.threads(matching: try condition(.gathered))) }
        let query = MessagesQuery(on: connection)
        let messages = try query.countOfMessages()
        if case .fullText(let words) = part {
            var latest: [ThreadWindow.Thread] = []
            let search = try query.window(of: words, page: page, of: .threads, among: messages, order) { window in
                latest = try threads(of: window, matching: condition(.gatheredAmong(window.numbers)), conditions)
                return latest.count
            }
            switch search {
            case .rareWords: return .gathering(Self.threads(matching: try condition(.gathered)))
            case .window(let window):
                let window = ThreadWindow(messages: window, threads: latest, page: page)
                if let threads = try gathered(window, conditions, condition) { return .gathering(threads) }
            case .none: break
            }
        }
        let few = Int((messages * Double(page)).squareRoot())
        guard try query.count(part, upTo: few) >= few else {
            return .gathering(Self.threads(matching: try condition(.gathered)))
        }
        guard part.isText else { return .walking(try condition(.probed)) }
        // Gathering the numbers of matching messages costs little, because the messages themselves are not read.
        let many = (messages * Double(page) * MessagesQuery.costOfWords * MessagesQuery.numbersForOneMessage)
            .squareRoot()
        return .walking(try condition(query.isFrequent(part, Int(many)) ? .probedForWords : .probed))
    }

    /// The threads of the live messages that a filter takes.
    static func threads(matching filter: SQL) -> SQL {
        """
        SELECT thread_member.thread FROM message CROSS JOIN thread_member ON thread_member.message = message.id
        WHERE message.is_live AND \(filter)
        """
    }
}
