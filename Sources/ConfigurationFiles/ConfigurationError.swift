/// A configuration file that cannot be used.
package enum ConfigurationError: Error, Hashable, Sendable {
    /// The system refuses to read or to write it.
    case inaccessible(path: String, reason: String)
    /// It is no file of groups, keys and values.
    case malformed(path: String, reason: String)
    /// A value in it cannot be taken.
    case invalidValue(path: String, key: ConfigurationKey, reason: String)
    /// No setting gives the place of the file.
    case noPlace
}

extension ConfigurationError: CustomStringConvertible {
    /// One line that names the file, and the key if one is at fault.
    package var description: String {
        switch self {
        case .inaccessible(let path, let reason): "\(path): \(reason)"
        case .malformed(let path, let reason): "the configuration file \(path) cannot be read: \(reason)"
        case .invalidValue(let path, let key, let reason): "\(key) in \(path): \(reason)"
        case .noPlace: "HOME is not set: set MAILLEDGER_CONFIG to the path of the configuration file"
        }
    }
}
