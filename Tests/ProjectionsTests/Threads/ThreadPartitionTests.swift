import EventLog
import Mail
import Projections
import TestSupport
import Testing

/// Random graphs of Message-IDs: the partition is that of connected components, whatever the order of arrival.
struct ThreadPartitionTests {
    @Test func `any order of arrival gives the same threads`() throws {
        var generator = TestSupport.SeededGenerator()
        for count in [2, 5, 12, 25, 40] {
            let mails = Self.mails(count, &generator)
            let expected = Self.components(of: mails)
            for _ in 0..<3 {
                #expect(try partition(mails.shuffled(using: &generator), &generator) == expected)
            }
        }
    }

    /// A message by a label that stays with it in every order.
    private struct Labelled {
        let label: Int
        let mail: MailLog.Mail
    }

    private static func mails(_ count: Int, _ generator: inout TestSupport.SeededGenerator) -> [Labelled] {
        // About as many ids as messages, so that some meet, some stay alone and some are phantoms.
        let ids = (0..<count * 2).map { "id\($0)" }
        return (0..<count).map { label in
            func some(_ most: Int) -> [String] {
                (0..<Int.random(in: 0...most, using: &generator)).compactMap { _ in ids.randomElement(using: &generator)
                }
            }
            let hasID = Int.random(in: 0..<10, using: &generator) > 0
            return Labelled(
                label: label,
                mail: .init(
                    messageID: hasID ? ids.randomElement(using: &generator) : nil, references: some(2),
                    inReplyTo: some(1),
                    date: Int64(label)))
        }
    }

    /// Records the messages, in one or in many steps of the views, and returns the labels of each thread.
    private func partition(
        _ mails: [Labelled], _ generator: inout TestSupport.SeededGenerator
    ) throws -> Set<Set<Int>> {
        let log = try MailLog()
        let inbox = try log.folder("INBOX", in: log.addAccount("ada@example.org"))
        let looksOften = Bool.random(using: &generator)
        var labels: [MessageID: Int] = [:]
        var firsts: [MessageID] = []
        for mail in mails {
            let id = try looksOften ? log.add(mail.mail, in: inbox).id : log.addUnseen(mail.mail, in: [inbox]).id
            labels[id] = mail.label
            firsts.append(id)
        }
        let threads = try log.threads()
        for thread in threads {
            #expect(thread.id == firsts.first { thread.messages.contains($0) })
            #expect(thread.messageCount == thread.messages.count)
        }
        try log.expectRebuildAgrees()
        return Set(threads.map { Set($0.messages.compactMap { labels[$0] }) })
    }

    private static func components(of mails: [Labelled]) -> Set<Set<Int>> {
        func keys(_ mail: Labelled) -> Set<String> {
            Set([mail.mail.messageID].compactMap { $0 } + mail.mail.references + mail.mail.inReplyTo)
        }
        var groups: [(labels: Set<Int>, keys: Set<String>)] = []
        for mail in mails {
            var group: (labels: Set<Int>, keys: Set<String>) = ([mail.label], keys(mail))
            // Whoever shares a key joins; what has joined may share more.
            for other in groups where !other.keys.isDisjoint(with: group.keys) {
                group.labels.formUnion(other.labels)
            }
            for other in groups where other.labels.isSubset(of: group.labels) { group.keys.formUnion(other.keys) }
            groups = groups.filter { !$0.labels.isSubset(of: group.labels) } + [group]
        }
        return Set(groups.map(\.labels))
    }
}
