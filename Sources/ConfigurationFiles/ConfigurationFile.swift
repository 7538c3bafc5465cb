internal import DiskFiles

/// A configuration file: its place, its contents, and changes to it.
package struct ConfigurationFile: Hashable, Sendable {
    package let path: String

    /// More than this is no configuration.
    private static let maximumSize = 1 << 20

    package init(path: String) {
        self.path = path
    }

    /// `$MAILLEDGER_CONFIG`, else `$XDG_CONFIG_HOME/mailledger/config`, else `~/.config/mailledger/config`; nil without `$HOME`.
    ///
    /// A path in `XDG_CONFIG_HOME` or `HOME` that is not absolute is ignored
    /// (<https://specifications.freedesktop.org/basedir-spec/latest/#variables>).
    package static func standard(environment: (String) -> String?) -> ConfigurationFile? {
        if let named = environment("MAILLEDGER_CONFIG"), !named.isEmpty { return ConfigurationFile(path: named) }
        if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
            return ConfigurationFile(path: folder + "/mailledger/config")
        }
        guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
        return ConfigurationFile(path: home + "/.config/mailledger/config")
    }

    /// Reads all keys and values; a file that is not there has none.
    package func read() throws(ConfigurationError) -> Configuration {
        guard let bytes = try contents() else { return Configuration() }
        let file = try keyFile(bytes)
        var configuration = Configuration()
        for key in file.keys() {
            do throws(KeyFile.Fault) {
                configuration.append(key, try file.value(key))
            } catch {
                throw .invalidValue(path: path, key: key, reason: error.reason)
            }
        }
        return configuration
    }

    /// Sets a key, or removes it if there is no value; keeps all the rest, including comments.
    ///
    /// The new file is written aside and takes the name once it is on the disk; only its owner may read it. Others that change it wait.
    /// - Returns: Whether the file is another one now.
    @discardableResult
    package func set(_ key: ConfigurationKey, to value: String?) throws(ConfigurationError) -> Bool {
        if value == nil, try contents() == nil { return false }
        return try ReplacedFile.replace(path) { () throws(ConfigurationError) -> [UInt8]? in
            let file = try keyFile(try contents() ?? [])
            if let value {
                let old = file.keys().contains(key) ? try? file.value(key) : nil
                guard old != value else { return nil }
                file.set(key, to: value)
            } else {
                guard file.remove(key) else { return nil }
            }
            return file.bytes()
        }
    }

    private func keyFile(_ bytes: [UInt8]) throws(ConfigurationError) -> KeyFile {
        do throws(KeyFile.Fault) {
            return try KeyFile(bytes)
        } catch {
            throw .malformed(path: path, reason: error.reason)
        }
    }

    /// Nil if there is no file.
    private func contents() throws(ConfigurationError) -> [UInt8]? {
        do throws(FileError) {
            guard let bytes = try KernelFiles.shared.contents(of: path, limit: Self.maximumSize) else { return nil }
            guard bytes.count > Self.maximumSize else { return bytes }
        } catch {
            if error.code == .notAFolder { return nil }
            throw .inaccessible(path: path, reason: error.reason)
        }
        throw .malformed(path: path, reason: "it is larger than 1 MiB")
    }
}

/// The contents of a configuration file.
package struct Configuration: Sendable {
    /// The keys in the order of the file, each once.
    package private(set) var keys: [ConfigurationKey] = []
    private var values: [ConfigurationKey: String] = [:]

    package init() {}

    mutating func append(_ key: ConfigurationKey, _ value: String) {
        if values.updateValue(value, forKey: key) == nil { keys.append(key) }
    }

    /// The value of a key, or nil if the file has none.
    package subscript(key: ConfigurationKey) -> String? { values[key] }

    /// The keys of a group with their values.
    package func values(in group: String) -> [String: String] {
        var found: [String: String] = [:]
        for key in keys where key.group == group { found[key.name] = values[key] }
        return found
    }
}
