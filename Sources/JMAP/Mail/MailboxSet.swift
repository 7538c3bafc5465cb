internal import Domain
internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Projections

/// `Mailbox/set` (RFC 8621 section 2.5): folders made, changed and ended, as one transaction.
struct MailboxSet {
    private let ledger: Ledger
    private let account: AccountRow
    private let call: MethodCall
    private let identity: Call
    /// Whether the messages of an ended mailbox leave it, and end where they are in no other.
    private let removesEmails: Bool
    private var outcome = SetAnswer()
    /// The ids of mailboxes that were made, by their creation ids.
    private var made: [String: FolderID] = [:]

    @Sendable static func answer(_ call: MethodCall, _ ledger: Ledger) throws -> JSONObject {
        let arguments = try call.arguments(
            "ifInState", "create", "update", "destroy", "onDestroyRemoveEmails", "onDestroyRemoveMessages")
        let account = try ledger.read { try call.account(arguments, $0) }
        let (create, update) = (try arguments.object("create") ?? [:], try arguments.object("update") ?? [:])
        let destroy = try arguments.strings("destroy") ?? []
        guard create.keys.count + update.keys.count + destroy.count <= call.limits.objectsInSet else {
            throw MethodError.requestTooLarge
        }
        let ifInState = try arguments.string("ifInState")
        // A draft of the RFC had the second name.
        let removesEmails = try arguments.bool("onDestroyRemoveEmails") || arguments.bool("onDestroyRemoveMessages")
        let identity = try call.caller.identity("Mailbox/set").call(Call(command: "jmap Mailbox/set"))
        var set = MailboxSet(
            ledger: ledger, account: account, call: call, identity: identity, removesEmails: removesEmails)
        let context = ledger.environment.context(of: identity, named: "mailbox-set")
        let done = try ledger.transaction(context) { _ in
            let before = try ledger.read { try JMAPState.current(Entity.folder, account, $0) }
            if let ifInState, ifInState != before.text { throw MethodError.stateMismatch }
            try set.create(create)
            try set.update(update, ending: Set(destroy.map(call.resolved)))
            try set.destroy(destroy)
            try set.describeMade(create)
            return before
        }
        let after = try ledger.read { try done.output.behind(done.receipt, Entity.folder, account, $0) }
        return set.outcome.json(account, from: done.output, to: after)
    }

    private init(ledger: Ledger, account: AccountRow, call: MethodCall, identity: Call, removesEmails: Bool) {
        self.ledger = ledger
        self.account = account
        self.call = call
        self.identity = identity
        self.removesEmails = removesEmails
    }

    private func mailboxes() throws -> [FolderRow] {
        try ledger.read { try MailboxMethods.mailboxes(of: account, $0) }
    }

    /// Returns the mailbox that an id means, which may be that of one that was just made.
    private func mailbox(_ id: String, among rows: [FolderRow]) -> FolderID? {
        let own = id.utf8.first == UInt8(ascii: "#") ? made[String(id.dropFirst())] : nil
        guard let found = own ?? JMAPID.folder(call.resolved(id)) else { return nil }
        return rows.contains { $0.id == found } ? found : nil
    }

    // MARK: Making

    /// Makes mailboxes, one behind the one that it is to be in.
    private mutating func create(_ create: JSONObject) throws {
        var waiting = create.members
        while !waiting.isEmpty {
            let waitsFor = Set(waiting.map { "#" + $0.key })
            let ready = waiting.filter { member in
                guard case .object(let object) = member.value, case .string(let parent)? = object["parentId"] else {
                    return true
                }
                return !waitsFor.contains(parent)
            }
            // Those that wait for each other are refused for their parents.
            for member in ready.isEmpty ? waiting : ready {
                try call.budget.goOn()
                do {
                    made[member.key] = try make(member.value)
                } catch let error as SetError {
                    outcome.notCreated[member.key] = error.json
                } catch let error as DomainError {
                    outcome.notCreated[member.key] = SetError(error).json
                }
            }
            let done = Set((ready.isEmpty ? waiting : ready).map(\.key))
            waiting.removeAll { done.contains($0.key) }
        }
    }

    private func make(_ json: JSONValue) throws -> FolderID {
        guard case .object(let object) = json else { throw SetError.invalidProperties("it is not an object", []) }
        let rows = try mailboxes()
        let patch = try MailboxPatch(object, mailbox: { mailbox($0, among: rows) }, current: nil)
        guard let text = patch.name else { throw SetError.invalidProperties("name is missing", ["name"]) }
        let parent = rows.first { $0.id == patch.parent ?? nil }
        let path: FolderPath
        do throws(ValueError) {
            path = try Self.path(text, under: parent)
        } catch {
            throw SetError.invalidProperties("\(error)", ["name"])
        }
        try refuseTaken(text, under: parent?.id, among: rows)
        var settings = patch.settings
        if let role = settings.role, role != .other, rows.contains(where: { $0.settings.role == role }) {
            throw SetError.invalidProperties("another mailbox has this role", ["role"])
        }
        // What it is called gives it no role here.
        settings.role = settings.role ?? .other
        // The default of RFC 8621 section 2.
        settings.sortOrder = settings.sortOrder ?? 0
        _ = try ledger.perform(
            AddFolderRequest(account: account.address, path: path.formatted, settings: settings), identity)
        guard let row = try mailboxes().max(by: { $0.stream < $1.stream }) else { throw SetError.notFound }
        return row.id
    }

    /// Refuses a name that another mailbox of the same parent has (RFC 8621 section 2).
    ///
    private func refuseTaken(
        _ text: String, under parent: FolderID?, among rows: [FolderRow], except own: FolderID? = nil
    ) throws(SetError) {
        let name = (try? FolderName(text, isNested: parent != nil))?.text ?? text
        guard let other = rows.first(where: { $0.parent == parent && $0.name == name && $0.id != own }) else { return }
        throw .alreadyExists(JMAPID.text(of: other.id))
    }

    private static func path(_ name: String, under parent: FolderRow?) throws(ValueError) -> FolderPath {
        let name = try FolderName(name, isNested: parent != nil)
        var above: [FolderName] = []
        if let parent { above = try FolderPath(parsing: parent.path).names }
        guard let path = FolderPath(above + [name]) else { throw ValueError(field: "name", reason: .isEmpty) }
        return path
    }

    /// Says of mailboxes that were made what the client did not.
    private mutating func describeMade(_ create: JSONObject) throws {
        guard !made.isEmpty else { return }
        for (key, id) in made.sorted(by: { $0.key < $1.key }) {
            var object = try ledger.read { try MailboxMethods.object(of: id, account, call, $0) }
            if case .object(let given)? = create[key] {
                for property in given.keys where given[property] == object[property] { object[property] = nil }
            }
            outcome.created[key] = .object(object)
        }
    }

    // MARK: Changing

    /// Changes mailboxes. A name that another one has is free once that one has changed (RFC 8620 section 5.3).
    private mutating func update(_ update: JSONObject, ending: Set<String>) throws {
        var waiting = update.members
        var aside: Set<String> = []
        while !waiting.isEmpty {
            let rows = try mailboxes()
            let changing = Set(waiting.compactMap { mailbox($0.key, among: rows) }.map { JMAPID.text(of: $0) })
            var later: [JSONObject.Member] = []
            for member in waiting {
                try call.budget.goOn()
                do {
                    outcome.add(JMAPID.text(of: try change(member, ending: ending)), isEnd: false, nil)
                } catch let error as SetError {
                    if let other = error.existingID, changing.contains(other) {
                        later.append(member)
                    } else {
                        // What stepped aside would keep a name that nobody gave it.
                        guard !aside.contains(member.key) else {
                            throw MethodError.invalidArguments("names are exchanged with a mailbox that keeps its own")
                        }
                        outcome.add(member.key, isEnd: false, error)
                    }
                }
            }
            if later.count == waiting.count, let first = later.first(where: { !aside.contains($0.key) }) {
                aside.insert(first.key)
                try stepAside(first.key)
            }
            waiting = later
        }
    }

    /// Changes a mailbox, and returns which.
    private func change(_ member: JSONObject.Member, ending: Set<String>) throws -> FolderID {
        let rows = try mailboxes()
        guard let id = mailbox(member.key, among: rows), let row = rows.first(where: { $0.id == id }) else {
            throw SetError.notFound
        }
        guard !ending.contains(JMAPID.text(of: id)) else { throw SetError.willDestroy }
        guard case .object(let object) = member.value else { throw SetError.invalidPatch("the patch is not an object") }
        let change = try ChangeMailbox(row, patch(object, of: row, among: rows))
        if change.newName != nil || change.isMoved {
            try refuseTaken(change.newName ?? row.name, under: change.parent, among: rows, except: id)
        }
        do {
            _ = try ledger.perform(change, identity)
        } catch let error as DomainError {
            throw SetError(error)
        }
        return id
    }

    /// Gives a mailbox a name that nobody asks for, so that those which wait for each other's names get them.
    private func stepAside(_ key: String) throws {
        let rows = try mailboxes()
        guard let row = rows.first(where: { $0.id == mailbox(key, among: rows) }) else { return }
        let patch = try patch(["name": .string("exchanged-" + JMAPID.text(of: row.id))], of: row, among: rows)
        _ = try ledger.perform(ChangeMailbox(row, patch), identity)
    }

    private func patch(_ object: JSONObject, of row: FolderRow, among rows: [FolderRow]) throws -> MailboxPatch {
        try MailboxPatch(object, mailbox: { mailbox($0, among: rows) }) { property in
            try ledger.read { try MailboxMethods.object(of: row.id, account, call, $0)[property] }
        }
    }

    // MARK: Ending

    private mutating func destroy(_ ids: [String]) throws {
        let rows = try mailboxes()
        let depths = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.depth) })
        let ends = ids.map { (key: $0, id: mailbox($0, among: rows)) }
        // Each before the one that it is in.
        for end in ends.sorted(by: { ($0.id.flatMap { depths[$0] } ?? 0) > ($1.id.flatMap { depths[$0] } ?? 0) }) {
            try call.budget.goOn()
            do {
                try self.end(end.id)
                outcome.add(end.id.map { JMAPID.text(of: $0) } ?? end.key, isEnd: true, nil)
            } catch let error as SetError {
                outcome.add(end.key, isEnd: true, error)
            } catch let error as DomainError {
                outcome.add(end.key, isEnd: true, .forbidden("\(error)"))
            }
        }
    }

    private func end(_ id: FolderID?) throws {
        guard let row = try mailboxes().first(where: { $0.id == id }) else { throw SetError.notFound }
        let hasChild = try ledger.read { try $0.folders(of: account.stream).contains { $0.parent == row.id } }
        guard !hasChild else { throw SetError.mailboxHasChild }
        guard removesEmails || row.total == 0 else { throw SetError.mailboxHasEmail }
        _ = try ledger.perform(
            DeleteFolderRequest(folder: row.path, account: account.address, policy: .cascade), identity)
    }
}

extension SetError {
    /// A refusal of the ledger to make or change a mailbox.
    fileprivate init(_ error: DomainError) {
        switch error {
        case .forbidden, .blocked: self = .forbidden("\(error)")
        case .notFound: self = .notFound
        case .conflict: self = .invalidProperties("\(error)", ["parentId", "role"])
        default: self = .invalidProperties("\(error)", ["name"])
        }
    }
}
