internal import ConfigurationFiles
internal import MailLedger
internal import Processes

/// A machine of a fleet, as the configuration names it: `fleet.node.NAME.ssh`.
struct FleetNode: Hashable {
    let name: String
    /// Where `ssh` reaches it: `mail@node2`.
    let destination: String

    /// The group of the configuration file.
    static let group = "fleet"

    /// The key of a node's destination; nil for another name.
    static func key(_ text: String) -> ConfigurationKey? {
        let prefix = "\(group)."
        guard text.hasPrefix(prefix), let key = name(ofKey: String(text.dropFirst(prefix.count))) else { return nil }
        return ConfigurationKey(group: group, name: "node.\(key).ssh")
    }

    /// The node that a key of the group is about.
    private static func name(ofKey key: String) -> String? {
        let (start, end) = ("node.", ".ssh")
        guard key.hasPrefix(start), key.hasSuffix(end), key.count > start.count + end.count else { return nil }
        let name = String(key.dropFirst(start.count).dropLast(end.count))
        return ConfigurationKey.isWord(name) ? name : nil
    }

    /// Says what is wrong with a destination: a word that `ssh` takes for an option, or that is several.
    static func fault(_ destination: String) -> String? {
        let isWord =
            !destination.isEmpty && destination.first != "-"
            && destination.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isWord ? nil : "\"\(destination)\" is no destination of ssh, such as mail@node2"
    }

    /// The nodes of the configuration file, by name.
    ///
    /// - Throws: `SettingError` for a destination that cannot be used.
    static func all(in settings: Settings) throws -> [FleetNode] {
        try settings.configuration().values(in: group).compactMap { key, value in
            guard let name = name(ofKey: key) else { return nil }
            if let fault = fault(value) { throw SettingError(name: "\(group).\(key)", description: "\(key): \(fault)") }
            return FleetNode(name: name, destination: value)
        }.sorted { $0.name < $1.name }
    }
}
