internal import ConfigurationFiles
internal import MailLedger

/// What `config` is asked for: a setting by its name, a saved query as `query.NAME`, or of a node as `fleet.node.NAME.ssh`.
enum SettingName {
    case setting(Setting)
    case query(ConfigurationKey)
    case node(FleetNode.Key)

    init(_ text: String) throws(SettingError) {
        if let setting = Setting.named(text) {
            self = .setting(setting)
        } else if let key = ConfigurationKey(text), key.group == Settings.queryGroup {
            self = .query(key)
        } else if let key = FleetNode.Key(text) {
            self = .node(key)
        } else {
            throw SettingError(name: text, description: "unknown setting \"\(text)\": \(Self.hint(text))")
        }
    }

    var key: ConfigurationKey {
        switch self {
        case .setting(let setting): setting.key
        case .query(let key): key
        case .node(let node): node.key
        }
    }

    static func hint(_ text: String) -> String {
        let names = Setting.all.map(\.name)
        let near = Spelling.nearest(to: text, among: names) ?? names.first { $0.hasSuffix("." + text.lowercased()) }
        return near.map { "did you mean \"\($0)\"?" } ?? "'mailledger config list' shows what there is"
    }
}
