internal import ConfigurationFiles
internal import HTTPAsking
internal import MailLedger
internal import Processes

/// A machine of a fleet, as the configuration names it: `fleet.node.NAME.ssh`, or `fleet.node.NAME.url`.
struct FleetNode: Hashable {
    let name: String
    let way: Way

    /// Whether it can open all ledgers of the database; one that is asked by HTTP answers for one.
    var opensAnyLedger: Bool { if case .ssh = way { true } else { false } }

    /// How a node is asked.
    enum Way: Hashable {
        /// By `ssh`, which reaches it as `mail@node2`.
        case ssh(String)
        /// By HTTP, for the ledger that it serves; the path of the file with a token, if one is named.
        case http(HTTPAddress, tokenFile: String?)
    }

    /// What the configuration says of a node, by the last word of its key.
    enum Fact: String, CaseIterable {
        case ssh
        case url
        case tokenFile = "token_file"

        /// Says what is wrong with a value.
        func fault(_ value: String) -> String? {
            switch self {
            case .ssh:
                // A word that ssh takes for an option, or that is several.
                let isWord =
                    !value.isEmpty && value.first != "-" && value.utf8.allSatisfy { (0x21...0x7E).contains($0) }
                return isWord ? nil : "\"\(value)\" is no destination of ssh, such as mail@node2"
            case .url:
                do throws(HTTPAddress.Fault) {
                    _ = try HTTPAddress(value)
                    return nil
                } catch {
                    // The value may have a password in it.
                    return switch error {
                    case .notAnAddress: "that is no address, such as https://node2.example.org:8420"
                    case .unprotected: "http:// is for this machine alone; another one needs https://"
                    }
                }
            case .tokenFile:
                return value.hasPrefix("/") || value.hasPrefix("~/")
                    ? nil : "a path that begins neither with / nor with ~/"
            }
        }
    }

    /// A key of the configuration file about a node.
    struct Key: Hashable {
        let node: String
        let fact: Fact

        /// Reads it as `config` and the file of the configuration have it, `fleet.node.NAME.ssh`; nil for another name.
        init?(_ text: String) {
            guard text.hasPrefix(Self.start) else { return nil }
            self.init(ofGroup: String(text.dropFirst(FleetNode.group.count + 1)))
        }

        /// Reads it without the name of the group.
        fileprivate init?(ofGroup text: String) {
            let start = Self.start.dropFirst(FleetNode.group.count + 1)
            guard text.hasPrefix(start), let end = text.lastIndex(of: "."),
                let fact = Fact(rawValue: String(text[text.index(after: end)...]))
            else { return nil }
            let name = String(text[..<end].dropFirst(start.count))
            guard ConfigurationKey.isWord(name) else { return nil }
            (node, self.fact) = (name, fact)
        }

        var key: ConfigurationKey { ConfigurationKey(group: FleetNode.group, name: "node.\(node).\(fact.rawValue)") }

        private static let start = "\(FleetNode.group).node."
    }

    /// The group of the configuration file.
    static let group = "fleet"

    /// The nodes of the configuration file, by name.
    ///
    /// - Throws: `SettingError` for a value that cannot be used.
    static func all(in settings: Settings) throws -> [FleetNode] {
        var facts: [String: [Fact: String]] = [:]
        for (text, value) in try settings.configuration().values(in: group) {
            guard let key = Key(ofGroup: text) else { continue }
            if let fault = key.fact.fault(value) {
                throw SettingError(name: key.key.description, description: "\(key.key): \(fault)")
            }
            facts[key.node, default: [:]][key.fact] = value
        }
        return facts.compactMap { name, facts in
            if let destination = facts[.ssh] { return FleetNode(name: name, way: .ssh(destination)) }
            guard let address = facts[.url].flatMap({ try? HTTPAddress($0) }) else { return nil }
            return FleetNode(name: name, way: .http(address, tokenFile: facts[.tokenFile]))
        }.sorted { $0.name < $1.name }
    }
}
