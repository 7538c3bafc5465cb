internal import Content
package import EventLog
internal import Mail

extension LedgerStores {
    /// Builds the index of an open search, and reads the texts ahead if other connections are available.
    package func rebuildSearch(progress: Views.Progress) throws {
        let (place, catalogue, environment) = (ledger.place, ledger.catalogue, ledger.environment.log)
        let contents = ledger.content.sharedPlace
        try search.rebuild(
            store: ledger.store, catalogue: catalogue, content: ledger.content,
            readingAhead: { position in
                guard place.folder != nil, let contents else { return nil }
                return TextsAhead(
                    after: position, of: place.log, contents: contents, catalogue: catalogue, environment: environment)
            }, progress: progress)
    }
}

/// The full text as a whole, for measuring and comparing it.
extension LedgerMaintenance {
    /// Indexes all content again, and leaves the views alone.
    package func rebuildSearch() throws {
        try ledger.writing.requireWritableFolder()
        try ledger.stores.openSearch()
        try ledger.stores.rebuildSearch { _, _ in true }
    }

    /// Lends the indexed text of each message, in the order of the columns of the index.
    package func forEachIndexedText(_ body: ([String]) throws -> Void) throws {
        try inHundreds({ lend in
            try ledger.store.forEach(EventSelection(typeName: MessageAdded.type.name), decodedBy: ledger.catalogue) {
                event in
                guard case .event(let event) = event.content, let added = event as? MessageAdded else { return true }
                return try lend(added)
            }
        }) { messages in
            var contents = ContentsAhead(messages.map(\.copy.raw), of: ledger.content)
            for added in messages {
                let text = try IndexedText(of: added.copy.raw, added: added) { try contents.read($0) }
                try body(text.columns)
            }
            return true
        }
    }
}
