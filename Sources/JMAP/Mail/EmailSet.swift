internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Projections

/// `Email/set` (RFC 8621 section 4.6): new messages, keywords, mailboxes and ends of others, as one transaction.
struct EmailSet {
    private let call: MethodCall
    private let account: AccountRow
    private let reader: LedgerReader
    /// Nil where nothing is made.
    private var place: EmailPlace?
    private var outcome = SetAnswer()
    private var change: ChangeEmails
    /// The keys by which the client named the emails that change.
    private var names: [EmailID: String] = [:]
    /// The creation ids of those that are made, in the order of ``ChangeEmails/arrivals``.
    private var made: [String] = []
    /// The bytes of these.
    private var contents: [BlobContent] = []
    /// Those of them that are changed or ended in the same call, too.
    private var changedOnes: Set<String> = []
    private var endedOnes: Set<String> = []

    @Sendable static func answer(_ call: MethodCall, _ ledger: Ledger) throws -> JSONObject {
        let arguments = try call.arguments("ifInState", "create", "update", "destroy")
        let account = try ledger.read { try call.account(arguments, $0) }
        let (create, update) = (try arguments.object("create"), try arguments.object("update"))
        let destroy = try arguments.strings("destroy")
        let count = (create?.keys.count ?? 0) + (update?.keys.count ?? 0) + (destroy?.count ?? 0)
        guard count <= call.limits.objectsInSet else { throw MethodError.requestTooLarge }
        let ifInState = try arguments.string("ifInState")

        let known = try ledger.read { try JMAPState.current(Entity.message, account, $0) }
        if let ifInState, ifInState != known.text { throw MethodError.stateMismatch }
        var set = try ledger.read { reader in
            var set = try EmailSet(call, account, ifInState: ifInState, reader)
            try set.create(create ?? [:])
            try set.destroy(destroy ?? [])
            try set.update(update ?? [:])
            return set
        }
        guard !set.change.isEmpty else { return set.outcome.json(account, from: known, to: known) }
        let identity = try call.caller.identity("Email/set").call(Call(command: "jmap Email/set"))
        let done = try ledger.mail.perform(set.change, bringing: set.brought, into: account, identity).answer
        guard let done else { throw MethodError.serverFail }
        set.note(done)
        return set.outcome.json(account, from: done.oldState, to: done.newState)
    }

    private init(_ call: MethodCall, _ account: AccountRow, ifInState: String?, _ reader: LedgerReader) throws {
        self.call = call
        self.account = account
        self.reader = reader
        change = ChangeEmails(account: account.id, ifInState: ifInState)
    }

    // MARK: What is asked for

    private mutating func create(_ create: JSONObject) throws {
        guard !create.members.isEmpty else { return }
        let place = try EmailPlace(call, account, reader)
        self.place = place
        let creation = EmailCreation(call, account, place, reader)
        var room = call.limits.arriving
        for member in create.members {
            try call.budget.goOn()
            do {
                let message = try creation.message(member.value, room: room)
                room -= Int(message.placed.size)
                change.arrivals.append(message.placed)
                contents.append(message.content)
                made.append(member.key)
            } catch let error as SetError {
                outcome.notCreated[member.key] = error.json
            }
        }
    }

    private var brought: [BroughtMessage] { zip(change.arrivals, contents).map { BroughtMessage($0, $1) } }

    /// Where a message that this call makes stands; nil for the id of another one.
    private func arrival(_ key: String) -> Int? {
        key.utf8.first == UInt8(ascii: "#") ? made.firstIndex(of: String(key.dropFirst())) : nil
    }

    private mutating func destroy(_ destroy: [String]) throws {
        let emails = try EmailsQuery(on: reader.connection, account: account.stream)
        for key in destroy {
            if let index = arrival(key) {
                change.arrivals[index].isEnded = true
                endedOnes.insert(made[index])
                continue
            }
            guard let id = JMAPID.email(call.resolved(key)), try emails.email(id) != nil else {
                outcome.notDestroyed[key] = SetError.notFound.json
                continue
            }
            // Named twice by one key, it is ended once; by another key, it is there no more.
            guard names[id] == nil else {
                if names[id] != key { outcome.notDestroyed[key] = SetError.notFound.json }
                continue
            }
            names[id] = key
            change.ends.append(id)
        }
    }

    private mutating func update(_ update: JSONObject) throws {
        for member in update.members {
            try call.budget.goOn()
            do {
                if let index = arrival(member.key) {
                    try self.update(index, member.value)
                    continue
                }
                let (id, patch) = try patch(member)
                if let other = names[id] {
                    throw change.patches[id] == nil
                        ? SetError.willDestroy : SetError.invalidPatch("\(other) is the same email")
                }
                names[id] = member.key
                change.patches[id] = patch
            } catch let error as SetError {
                outcome.notUpdated[member.key] = error.json
            }
        }
    }

    /// Changes a message that this call makes, before it comes.
    private mutating func update(_ index: Int, _ json: JSONValue) throws {
        guard !change.arrivals[index].isEnded else { throw SetError.willDestroy }
        guard case .object(let object) = json else { throw SetError.invalidPatch("the patch is not an object") }
        let patch = try EmailPatch(object, mailbox: { JMAPID.folder(call.resolved($0)) }) { _ in nil }
        let folders = patch.mailboxes(from: Set(change.arrivals[index].folders))
        guard let place, place.hasAll(folders) else {
            throw SetError.invalidProperties("a message is in one mailbox at least, and each is there", ["mailboxIds"])
        }
        change.arrivals[index].folders = folders.sorted()
        change.arrivals[index].keywords = try patch.applied(to: change.arrivals[index].keywords, spelled: place.spelled)
        changedOnes.insert(made[index])
    }

    /// Reads the update of one message.
    private func patch(_ member: JSONObject.Member) throws -> (EmailID, EmailPatch) {
        let emails = try EmailsQuery(on: reader.connection, account: account.stream)
        guard let id = JMAPID.email(call.resolved(member.key)), try emails.email(id) != nil else {
            throw SetError.notFound
        }
        guard case .object(let patch) = member.value else { throw SetError.invalidPatch("the patch is not an object") }
        let text = JMAPID.text(of: id)
        return (
            id,
            try EmailPatch(patch, mailbox: { JMAPID.folder(call.resolved($0)) }) { property in
                let arguments: JSONObject = [
                    "accountId": .string(JMAPID.text(of: account.id)), "ids": [.string(text)],
                    "properties": [.string(property)],
                ]
                guard case .array(let list)? = try EmailGet.answer(call.with(arguments), reader)["list"],
                    case .object(let email)? = list.first
                else { return nil }
                return email[property]
            }
        )
    }

    // MARK: What became of it

    private mutating func note(_ done: ChangeEmails.Answer) {
        for (id, key) in names.sorted(by: { $0.value < $1.value }) {
            // A reference to what was just made is answered by its id.
            let error = done.refused[id]
            outcome.add(error == nil ? JMAPID.text(of: id) : key, isEnd: change.patches[id] == nil, error)
        }
        for (key, arrival) in zip(made, done.arrived) {
            switch arrival {
            case .email(let email):
                outcome.created[key] = email.json
                if changedOnes.contains(key) { outcome.add(email.id, isEnd: false, nil) }
                if endedOnes.contains(key) { outcome.add(email.id, isEnd: true, nil) }
            case .refused(let error):
                outcome.notCreated[key] = error.json
                if changedOnes.contains(key) { outcome.add("#" + key, isEnd: false, .notFound) }
                if endedOnes.contains(key) { outcome.add("#" + key, isEnd: true, .notFound) }
            }
        }
    }
}
