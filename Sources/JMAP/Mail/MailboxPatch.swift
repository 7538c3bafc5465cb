internal import EventLog
internal import JSONCoding
internal import Mail

/// What is asked for of a mailbox that is made or changed (RFC 8621 section 2.5).
struct MailboxPatch {
    private(set) var name: String?
    /// The mailbox that it is to be in: nil for the top, and nothing where that is not said.
    private(set) var parent: FolderID??
    private(set) var settings = ChangeFolder()

    /// Reads a patch, or a mailbox to make.
    ///
    /// - Parameters:
    ///   - mailbox: Returns the mailbox that an id means.
    ///   - current: Returns what a property is now, since one may be set to what it is; nil for a mailbox to make.
    init(
        _ patch: JSONObject, mailbox: (String) -> FolderID?, current: ((String) throws -> JSONValue?)?
    ) throws {
        for member in patch.members {
            switch (member.key, member.value) {
            case ("name", .string(let text)): name = text
            case ("parentId", .null): parent = .some(nil)
            case ("parentId", .string(let text)):
                guard let id = mailbox(text) else {
                    throw SetError.invalidProperties("there is no mailbox \(text)", ["parentId"])
                }
                parent = .some(id)
            case ("role", .null): settings.role = .other
            case ("role", .string(let text)):
                guard let role = MailboxMethods.role(named: text) else {
                    throw SetError.invalidProperties("there is no role \(text)", ["role"])
                }
                settings.role = role
            case ("sortOrder", .integer(let number)) where (0..<1 << 31).contains(number):
                settings.sortOrder = Int(number)
            case ("isSubscribed", .bool(let value)):
                // One that is shown where something is unread stays so.
                if try current?("isSubscribed") != .bool(value) { settings.visibility = value ? .show : .hide }
            case (let key, let value):
                guard MailboxMethods.properties.contains(key) else {
                    guard !key.contains("/") else { throw SetError.invalidPatch("\(key) leads nowhere") }
                    throw SetError.invalidProperties("there is no property \(key)", [key])
                }
                guard let current, try current(key) == value else {
                    throw SetError.invalidProperties("\(key) cannot be that", [key])
                }
            }
        }
    }
}
