extension Method {
    /// All that there are.
    static let all: [String: Method] = {
        let echo = reading("Core/echo", of: .core) { call, _ in call.arguments }
        let methods = [echo] + MailboxMethods.all + ThreadMethods.all + EmailMethods.all
        return Dictionary(uniqueKeysWithValues: methods.map { ($0.name, $0) })
    }()
}
