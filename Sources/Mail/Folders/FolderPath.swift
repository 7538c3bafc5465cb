/// The names from the top of an account down to a folder, written with `/` between them: `Work/Projects`.
public struct FolderPath: Hashable, Sendable {
    /// The names from the top down; never empty.
    public let names: [FolderName]

    /// Takes the names from the top down, and is nil if there are none.
    public init?(_ names: [FolderName]) {
        guard !names.isEmpty else { return nil }
        self.names = names
    }

    /// Reads names between slashes; an empty one, as in `/Work` or `Work//Projects`, is refused.
    public init(parsing text: String) throws(ValueError) {
        var names: [FolderName] = []
        for name in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            names.append(try FolderName(String(Substring(name)), isNested: !names.isEmpty))
        }
        self.names = names
    }

    /// Reads a path that a person typed, as ``init(parsing:)`` does.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:hint:)`` that names the character where one is not allowed.
    public init(typed text: String) throws(DomainError) {
        do throws(ValueError) {
            try self.init(parsing: text)
        } catch {
            let forbidden = text.split(separator: "/").lazy.compactMap { FolderName.firstForbidden(in: String($0)) }
            throw DomainError.invalid(field: error.field, reason: error.words(of: forbidden.first))
        }
    }

    /// The names with `/` between them, which `init(parsing:)` reads back.
    public var formatted: String { names.map(\.text).joined(separator: "/") }

    /// The folder's own name.
    public var name: FolderName { names[names.count - 1] }

    /// The path of the folder above, nil at the top.
    public var parent: FolderPath? { FolderPath(Array(names.dropLast())) }

    /// The path of a folder of that name right below this one.
    public func appending(_ name: FolderName) -> FolderPath {
        FolderPath(nonEmpty: names + [name])
    }

    /// Whether this is the other path or lies below it.
    public func isWithin(_ other: FolderPath) -> Bool { names.starts(with: other.names) }

    private init(nonEmpty names: [FolderName]) {
        self.names = names
    }
}

extension FolderPath: CustomStringConvertible {
    /// The same as `formatted`.
    public var description: String { formatted }
}

extension FolderPath: Codable {
    /// Reads a string, and refuses one that is no path.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do throws(ValueError) {
            try self.init(parsing: text)
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }

    /// Writes `formatted`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(formatted)
    }
}
