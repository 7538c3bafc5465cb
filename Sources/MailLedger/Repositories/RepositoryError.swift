internal import EventLog
internal import Mail

/// A failure of a repository, with the underlying reason.
public enum RepositoryError: Error, Sendable {
    case fetchFailed(any Error)
    case saveFailed(any Error)
    case deleteFailed(any Error)
    /// No live thing of that kind has the id.
    case notFound(entity: String, id: String)

    /// The stable name of the case, for a log or a person on the telephone.
    public var code: String {
        switch self {
        case .fetchFailed: "DB_001"
        case .saveFailed: "DB_002"
        case .deleteFailed: "DB_003"
        case .notFound: "DB_004"
        }
    }

    /// Whether the same may succeed later, with nothing but the surroundings changed.
    public var isRecoverable: Bool {
        if case .notFound = self { false } else { true }
    }

    /// The underlying error; nil if there is none.
    public var underlyingError: (any Error)? {
        switch self {
        case .fetchFailed(let error), .saveFailed(let error), .deleteFailed(let error): error
        case .notFound: nil
        }
    }
}

extension RepositoryError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .fetchFailed(let error): "\(code): reading failed: \(error)"
        case .saveFailed(let error): "\(code): nothing was saved: \(error)"
        case .deleteFailed(let error): "\(code): nothing was deleted: \(error)"
        case .notFound(let entity, let id): "\(code): no \(entity) \"\(id)\""
        }
    }
}

extension RepositoryError {
    static func fetching<Output>(_ body: () async throws -> Output) async throws(RepositoryError) -> Output {
        try await translating(RepositoryError.fetchFailed, body)
    }

    static func saving<Output>(_ body: () async throws -> Output) async throws(RepositoryError) -> Output {
        try await translating(RepositoryError.saveFailed, body)
    }

    static func deleting<Output>(_ body: () async throws -> Output) async throws(RepositoryError) -> Output {
        try await translating(RepositoryError.deleteFailed, body)
    }

    private static func translating<Output>(
        _ failed: (any Error) -> RepositoryError, _ body: () async throws -> Output
    ) async throws(RepositoryError) -> Output {
        do {
            return try await body()
        } catch let error as RepositoryError {
            throw error
        } catch DomainError.notFound(let kind, let name, _, _, _) {
            throw .notFound(entity: kind, id: name)
        } catch {
            throw failed(error)
        }
    }

    static func missing(_ entity: String, _ id: some Identifier) -> RepositoryError {
        .notFound(entity: entity, id: id.description)
    }
}
