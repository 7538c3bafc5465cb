internal import EventLog
internal import Mail
internal import SQLiteDatabase

extension ThreadPartition {
    /// Whether a reparse may move a message to another thread, or join others to its thread.
    func isConcerned(by reparsed: MessageReparsed) -> Bool {
        reparsed.changesThread || splitsBySubject && reparsed.subject != nil
    }

    /// Returns the threads that a reparse of a message concerns, the present thread of the message first.
    ///
    /// The table `message` has its `Message-ID` and its subject already.
    func threads(concernedBy reparsed: MessageReparsed, message: Int64, account: Int64) throws -> [Int64] {
        let own = try thread(of: message)
        guard isConcerned(by: reparsed) else { return [own] }
        let (inReplyTo, references) = try followed(by: message, reparsed)
        let row = try connection.first("SELECT message_id, subject FROM message WHERE id = \(bind: message)") {
            try (id: $0.next(String?.self), subject: $0.next(String?.self))
        }
        let keys = keys(row?.id, inReplyTo + references, subject: row?.subject)
        return try [own]
            + Set(keys.compactMap { try thread(withReference: $0, account: account) }).subtracting([own]).sorted()
    }

    private func followed(
        by message: Int64, _ reparsed: MessageReparsed
    ) throws -> (inReplyTo: [String], references: [String]) {
        let (inReplyTo, references) = try replies.of(message)
        return (reparsed.inReplyTo?.new ?? inReplyTo, reparsed.references?.new ?? references)
    }

    /// Takes over other ids of a message: its thread comes apart where nothing else holds it together, and joins those that it
    /// names now.
    ///
    /// - Returns: The threads that there are now of those that it concerned.
    /// - Complexity: Linear in the messages of these threads.
    func reread(_ reparsed: MessageReparsed, message: Int64, account: Int64) throws -> Set<Int64> {
        let concerned = try threads(concernedBy: reparsed, message: message, account: account)
        let (inReplyTo, references) = try followed(by: message, reparsed)
        try replies.replace(inReplyTo: inReplyTo, references: references, of: message)
        let own = concerned[0]
        let parts = try parts(of: own)
        try connection.run("DELETE FROM thread_reference WHERE thread = \(bind: own)")
        var threads: Set<Int64> = []
        for part in parts {
            let thread = part.messages[0]
            threads.insert(thread)
            for member in part.messages where thread != own {
                try connection.run("UPDATE thread_member SET thread = \(bind: thread) WHERE message = \(bind: member)")
            }
            for key in part.keys.sorted() { try insertReference.run(account, key, thread) }
        }
        guard let joining = parts.first(where: { $0.messages.contains(message) }) else { return threads }
        var all = Set(concerned.dropFirst())
        guard !all.isEmpty else { return threads }
        all.insert(joining.messages[0])
        let first = all.min() ?? message
        for other in all.sorted() where other != first {
            try moveMembers.run(other, first)
            try moveReferences.run(other, first)
        }
        return threads.subtracting(all).union([first])
    }

    /// Messages that hold together, the first-recorded one first, and all that they are and name.
    private struct Part {
        var messages: [Int64] = []
        var keys: Set<String> = []
    }

    private func parts(of thread: Int64) throws -> [Part] {
        let members = try connection.rows(
            """
            SELECT message.id, message.message_id, message.subject
            FROM thread_member CROSS JOIN message ON message.id = thread_member.message
            WHERE thread_member.thread = \(bind: thread) ORDER BY message.id
            """
        ) { try ($0.next(Int64.self), $0.next(String?.self), $0.next(String?.self)) }
        var heads = Array(members.indices)
        func head(of index: Int) -> Int {
            var index = index
            while heads[index] != index {
                heads[index] = heads[heads[index]]
                index = heads[index]
            }
            return index
        }
        var firstWithKey: [String: Int] = [:]
        var keys: [Set<String>] = []
        for (index, (message, id, subject)) in members.enumerated() {
            let (inReplyTo, references) = try replies.of(message)
            let own = self.keys(id, inReplyTo + references, subject: subject)
            keys.append(own)
            for key in own {
                guard let first = firstWithKey[key] else {
                    firstWithKey[key] = index
                    continue
                }
                let (one, other) = (head(of: first), head(of: index))
                heads[max(one, other)] = min(one, other)
            }
        }
        var parts: [Int: Part] = [:]
        for (index, (message, _, _)) in members.enumerated() {
            parts[head(of: index), default: Part()].messages.append(message)
            parts[head(of: index), default: Part()].keys.formUnion(keys[index])
        }
        return parts.sorted { $0.key < $1.key }.map(\.value)
    }
}
