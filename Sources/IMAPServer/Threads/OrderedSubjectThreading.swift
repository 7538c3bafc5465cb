/// THREAD=ORDEREDSUBJECT (RFC 5256 section 3): messages of one subject are a thread, the others below its first one.
package enum OrderedSubjectThreading {
    package static func threads(of messages: [ThreadedMessage]) -> ThreadForest {
        var groups: [String: [ThreadedMessage]] = [:]
        for message in messages {
            groups[SortOrder.subjectKey(message.subject), default: []].append(message)
        }
        let threads = groups.values.map { $0.sorted { ($0.date, $0.number) < ($1.date, $1.number) } }
            .sorted { ($0[0].date, $0[0].number) < ($1[0].date, $1[0].number) }
        var forest = ThreadForest()
        for thread in threads {
            let root = forest.nodes.count
            forest.nodes += thread.map { ThreadForest.Node(number: $0.number) }
            forest.nodes[root].children = Array(forest.nodes.indices.dropFirst(root + 1))
            forest.roots.append(root)
        }
        return forest
    }
}
