/// THREAD=ORDEREDSUBJECT: messages of one base subject are a thread, in which all are below the first one.
///
/// See <https://www.rfc-editor.org/rfc/rfc5256#section-3>.
package enum OrderedSubjectThreading {
    /// - Complexity: O(*n* log *n*).
    package static func threads(of messages: [ThreadedMessage]) -> ThreadForest {
        let sorted = messages.sorted { ($0.date, $0.number) < ($1.date, $1.number) }
        var threads: [[UInt32]] = []
        var threadsOfSubjects: [String: Int] = [:]
        for message in sorted {
            if let thread = threadsOfSubjects[message.subjectKey] {
                threads[thread].append(message.number)
            } else {
                threadsOfSubjects[message.subjectKey] = threads.count
                threads.append([message.number])
            }
        }
        return ThreadForest(
            threads.flatMap { thread in
                thread.enumerated().map { place, number in
                    ThreadForest.Node(number: number, childCount: place == 0 ? thread.count - 1 : 0)
                }
            })
    }
}
