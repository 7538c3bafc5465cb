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
    /// The creation ids of this call whose mailboxes are not made yet, behind `#`.
    private var unmade: Set<String> = []
    /// The names of mailboxes that stepped aside, by their keys and by what they gave up.
    private var aside: [String: [Blocked.Want: String]] = [:]

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
            try set.run(create, update, destroy)
            try set.describe(create, update)
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

    // MARK: Steps

    /// One object of the call.
    private enum Step {
        case create(String, JSONValue)
        case update(String, JSONValue)
        case destroy(String)
    }

    /// A refusal for as long as other objects are as they are, by the names of their steps.
    private struct Blocked: Error {
        enum Want { case name, role, other }

        let error: SetError
        let want: Want
        let by: Set<String>
    }

    /// A name for a step, by which others wait for it: the id of its mailbox, or its creation id behind `#`.
    private func name(of step: Step) -> String {
        switch step {
        case .create(let key, _): "#" + key
        case .update(let id, _), .destroy(let id):
            id.hasPrefix("#") ? made[String(id.dropFirst())].map { JMAPID.text(of: $0) } ?? id : call.resolved(id)
        }
    }

    /// Makes, changes and ends mailboxes, in this order. But what another object of the call frees (a name, a role, the
    /// place of a child) is free: only the end has to be valid (RFC 8620 section 5.3).
    private mutating func run(_ create: JSONObject, _ update: JSONObject, _ destroy: [String]) throws {
        var waiting: [Step] = create.members.map { .create($0.key, $0.value) }
        waiting += update.members.map { .update($0.key, $0.value) }
        waiting += try deepestFirst(destroy).map { .destroy($0) }
        unmade = Set(create.keys.map { "#" + $0 })
        let ending = Set(destroy.map { name(of: .destroy($0)) })
        while !waiting.isEmpty {
            var later: [(step: Step, blocked: Blocked)] = []
            for (index, step) in waiting.enumerated() {
                try call.budget.goOn()
                do {
                    try perform(step, ending: ending)
                } catch let blocked as Blocked {
                    let others = Set((later.map(\.step) + waiting[(index + 1)...]).map { name(of: $0) })
                    guard blocked.by.isDisjoint(with: others) else {
                        later.append((step, blocked))
                        continue
                    }
                    try refuse(step, blocked.error)
                } catch let error as SetError {
                    try refuse(step, error)
                }
            }
            if later.count == waiting.count { later = try disentangle(later) }
            waiting = later.map(\.step)
        }
    }

    /// Lets one of the mailboxes that wait for each other step aside; refuses all if none can.
    private mutating func disentangle(
        _ waiting: [(step: Step, blocked: Blocked)]
    ) throws -> [(step: Step, blocked: Blocked)] {
        for (step, blocked) in waiting {
            guard case .update(let key, _) = step, blocked.want != .other, aside[key]?[blocked.want] == nil else {
                continue
            }
            try stepAside(key, blocked.want)
            return waiting
        }
        for (step, blocked) in waiting { try refuse(step, blocked.error) }
        return []
    }

    private mutating func refuse(_ step: Step, _ error: SetError) throws {
        switch step {
        case .create(let key, _):
            unmade.remove("#" + key)
            outcome.notCreated[key] = error.json
        case .update(let key, _):
            // What stepped aside would keep a name or a role that nobody gave it.
            guard aside[key] == nil else {
                throw MethodError.invalidArguments("names are exchanged with a mailbox that keeps its own")
            }
            outcome.add(key, isEnd: false, error)
        case .destroy(let key): outcome.add(key, isEnd: true, error)
        }
    }

    private mutating func perform(_ step: Step, ending: Set<String>) throws {
        do {
            switch step {
            case .create(let key, let value):
                made[key] = try make(value)
                unmade.remove("#" + key)
            case .update(let key, let value):
                outcome.add(JMAPID.text(of: try change(key, value, ending: ending)), isEnd: false, nil)
            case .destroy(let key): outcome.add(JMAPID.text(of: try end(key)), isEnd: true, nil)
            }
        } catch let error as DomainError {
            if case .destroy = step { throw SetError.forbidden("\(error)") }
            throw SetError(error)
        }
    }

    // MARK: Making

    private func make(_ json: JSONValue) throws -> FolderID {
        guard case .object(let object) = json else { throw SetError.invalidProperties("it is not an object", []) }
        let rows = try mailboxes()
        try requireParentMade(object)
        let patch = try MailboxPatch(object, mailbox: { mailbox($0, among: rows) }, current: nil)
        guard let text = patch.name else { throw SetError.invalidProperties("name is missing", ["name"]) }
        let parent = rows.first { $0.id == patch.parent ?? nil }
        let path: FolderPath
        do throws(ValueError) {
            path = try Self.path(text, under: parent)
        } catch {
            throw SetError.invalidProperties(
                "the name \(error.words(of: FolderName.firstForbidden(in: text)))", ["name"])
        }
        try refuseTaken(text, under: parent?.id, among: rows)
        var settings = patch.settings
        try refuseTaken(settings.role, among: rows)
        // What it is called gives it no role here.
        settings.role = settings.role ?? .other
        // The default of RFC 8621 section 2.
        settings.sortOrder = settings.sortOrder ?? 0
        let done = try ledger.perform(
            AddFolderRequest(account: account.address, path: path.formatted, settings: settings), identity)
        guard case .done(let made)? = done.answer else { throw SetError.notFound }
        return made.row.id
    }

    /// Refuses the creation id of a mailbox that this call has still to make.
    private func requireMade(_ key: String, orElse error: SetError) throws(Blocked) {
        guard unmade.contains(key) else { return }
        throw Blocked(error: error, want: .other, by: [key])
    }

    private func requireParentMade(_ object: JSONObject) throws(Blocked) {
        guard case .string(let parent)? = object["parentId"] else { return }
        try requireMade(parent, orElse: .invalidProperties("there is no mailbox \(parent)", ["parentId"]))
    }

    /// Refuses a name that another mailbox of the same parent has (RFC 8621 section 2).
    private func refuseTaken(
        _ text: String, under parent: FolderID?, among rows: [FolderRow], except own: FolderID? = nil
    ) throws(Blocked) {
        let name = (try? FolderName(text, isNested: parent != nil))?.text ?? text
        guard let other = rows.first(where: { $0.parent == parent && $0.name == name && $0.id != own }) else { return }
        let id = JMAPID.text(of: other.id)
        throw Blocked(error: .alreadyExists(id), want: .name, by: [id])
    }

    /// Refuses a role that another mailbox of the account has (RFC 8621 section 2).
    private func refuseTaken(
        _ role: FolderRole?, among rows: [FolderRow], except own: FolderID? = nil
    ) throws(Blocked) {
        guard let role, role != .other, let other = rows.first(where: { $0.settings.role == role && $0.id != own })
        else { return }
        let error = SetError.invalidProperties("another mailbox has this role", ["role"])
        throw Blocked(error: error, want: .role, by: [JMAPID.text(of: other.id)])
    }

    /// Refuses a place below the mailbox itself, for as long as those between are there.
    private func refuseWithin(_ parent: FolderID?, _ own: FolderID, among rows: [FolderRow]) throws(Blocked) {
        let parents = Dictionary(rows.map { ($0.id, $0.parent) }) { first, _ in first }
        var between: Set<String> = []
        var next = parent
        while let place = next, place != own {
            // No folder lies in itself; the set is a bound all the same.
            guard between.insert(JMAPID.text(of: place)).inserted else { return }
            next = parents[place] ?? nil
        }
        guard next == own else { return }
        throw Blocked(
            error: .invalidProperties("a mailbox cannot be in itself", ["parentId"]), want: .other, by: between)
    }

    private static func path(_ name: String, under parent: FolderRow?) throws(ValueError) -> FolderPath {
        let name = try FolderName(name, isNested: parent != nil)
        var above: [FolderName] = []
        if let parent { above = try FolderPath(parsing: parent.path).names }
        guard let path = FolderPath(above + [name]) else { throw ValueError(field: "name", reason: .isEmpty) }
        return path
    }

    /// Says of mailboxes that were made what the client did not, and of changed ones what became of its words otherwise.
    private mutating func describe(_ create: JSONObject, _ update: JSONObject) throws {
        for (key, id) in made.sorted(by: { $0.key < $1.key }) {
            var object = try ledger.read { try MailboxMethods.object(of: id, account, call, $0) }
            if case .object(let given)? = create[key] {
                for property in given.keys where object[property]?.isWritten(as: given[property]) == true {
                    object[property] = nil
                }
            }
            outcome.created[key] = .object(object)
        }
        for member in update.members {
            let id = name(of: .update(member.key, member.value))
            guard case .object(let given) = member.value, outcome.updated[id] != nil, let folder = JMAPID.folder(id)
            else { continue }
            let object = try ledger.read { try MailboxMethods.object(of: folder, account, call, $0) }
            var differing = JSONObject()
            for property in given.keys {
                guard let value = object[property], !value.isWritten(as: given[property]) else { continue }
                differing[property] = value
            }
            if !differing.keys.isEmpty { outcome.updated[id] = .object(differing) }
        }
    }

    // MARK: Changing

    /// Changes a mailbox, and returns which.
    private func change(_ key: String, _ value: JSONValue, ending: Set<String>) throws -> FolderID {
        try requireMade(key, orElse: .notFound)
        let rows = try mailboxes()
        guard let id = mailbox(key, among: rows), let row = rows.first(where: { $0.id == id }) else {
            throw SetError.notFound
        }
        guard !ending.contains(JMAPID.text(of: id)) else { throw SetError.willDestroy }
        guard case .object(var object) = value else { throw SetError.invalidPatch("the patch is not an object") }
        try requireParentMade(object)
        // One that stepped aside and is only moved keeps the name that it had.
        if object["name"] == nil, let name = aside[key]?[.name] { object["name"] = .string(name) }
        let patch = try patch(object, of: row, among: rows)
        let change = ChangeMailbox(row, patch)
        if change.isMoved { try refuseWithin(change.parent, id, among: rows) }
        if change.newName != nil || change.isMoved {
            try refuseTaken(change.newName ?? row.name, under: change.parent, among: rows, except: id)
        }
        try refuseTaken(patch.settings.role, among: rows, except: id)
        _ = try ledger.perform(change, identity)
        return id
    }

    /// Gives a mailbox a name that nobody asks for, or no role, so that those which wait for each other's get them.
    private mutating func stepAside(_ key: String, _ want: Blocked.Want) throws {
        let rows = try mailboxes()
        guard let row = rows.first(where: { $0.id == mailbox(key, among: rows) }) else { return }
        let object: JSONObject =
            want == .role ? ["role": .null] : ["name": .string("exchanged-" + JMAPID.text(of: row.id))]
        _ = try ledger.perform(ChangeMailbox(row, patch(object, of: row, among: rows)), identity)
        aside[key, default: [:]][want] = row.name
    }

    private func patch(_ object: JSONObject, of row: FolderRow, among rows: [FolderRow]) throws -> MailboxPatch {
        try MailboxPatch(object, mailbox: { mailbox($0, among: rows) }) { property in
            try ledger.read { try MailboxMethods.object(of: row.id, account, call, $0)[property] }
        }
    }

    // MARK: Ending

    /// Sorts ids so that each mailbox comes before the one that it is in.
    private func deepestFirst(_ ids: [String]) throws -> [String] {
        let rows = try mailboxes()
        let depths = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.depth) })
        let ends = ids.map { (key: $0, depth: mailbox($0, among: rows).flatMap { depths[$0] } ?? 0) }
        return ends.sorted { $0.depth > $1.depth }.map(\.key)
    }

    /// Ends a mailbox, and returns which.
    private func end(_ key: String) throws -> FolderID {
        try requireMade(key, orElse: .notFound)
        let rows = try mailboxes()
        guard let id = mailbox(key, among: rows), let row = rows.first(where: { $0.id == id }) else {
            throw SetError.notFound
        }
        let children = try ledger.read { try $0.folders(of: account.stream).filter { $0.parent == id } }
        guard children.isEmpty else {
            throw Blocked(error: .mailboxHasChild, want: .other, by: Set(children.map { JMAPID.text(of: $0.id) }))
        }
        guard removesEmails || row.total == 0 else { throw SetError.mailboxHasEmail }
        _ = try ledger.perform(
            DeleteFolderRequest(folder: row.path, account: account.address, policy: .cascade), identity)
        return id
    }
}

extension JSONValue {
    /// Whether a client wrote the value so: texts that are equal may have other scalars.
    fileprivate func isWritten(as given: JSONValue?) -> Bool {
        if case .string(let text) = self, case .string(let other)? = given {
            return text.utf8.elementsEqual(other.utf8)
        }
        return self == given
    }
}

extension SetError {
    /// A refusal of the ledger to make or change a mailbox.
    fileprivate init(_ error: DomainError) {
        switch error {
        case .forbidden, .blocked: self = .forbidden("\(error)")
        case .notFound: self = .notFound
        case .conflict: self = .invalidProperties("\(error)", ["parentId"])
        case .invalid(let field, _, _): self = .invalidProperties("\(error)", [Self.property(of: field)])
        default: self = .invalidProperties("\(error)", ["name"])
        }
    }

    /// The property of a mailbox that the ledger knows as a field of a folder.
    private static func property(of field: String) -> String {
        switch field {
        case "sort_order": "sortOrder"
        case "role": "role"
        case "visibility": "isSubscribed"
        default: "name"
        }
    }
}
