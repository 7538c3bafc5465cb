/// THREAD=REFERENCES: a message is below the one that it refers to last, and threads of one subject are joined.
///
/// See <https://www.rfc-editor.org/rfc/rfc5256#section-3>.
package enum ReferencesThreading {
    /// Returns the threads of messages, each of which is in one of them.
    ///
    /// - Parameter joinsSubjects: False for THREAD=REFS, which has the thread with the latest message last.
    /// - Complexity: O(*n* log *n*) for *n* messages and references.
    package static func threads(of messages: [ThreadedMessage], joinsSubjects: Bool = true) -> ThreadForest {
        let messages = messages.sorted { $0.number < $1.number }
        var tree = ThreadTree(messages, ReferenceLinks(messages).containers)
        if joinsSubjects { tree.joinSubjects() }
        return tree.forest(byLatest: !joinsSubjects)
    }
}
