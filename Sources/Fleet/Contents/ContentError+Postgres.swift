internal import Content
internal import EventLog
internal import LibPQ

extension PostgresContentBackend {
    /// Makes calls of the log's store, whose errors become those of contents.
    ///
    /// - Parameter stays: Returns an error that is thrown as it is; nil if there is none.
    func calling<Output>(_ body: () throws -> Output, unless stays: () -> (any Error)? = { nil }) throws -> Output {
        do {
            return try body()
        } catch {
            throw stays() ?? ContentError(error, path: path) ?? error
        }
    }
}

extension ContentError {
    /// Makes an error of contents from one of the log; nil if contents have no word for it.
    fileprivate init?(_ error: any Error, path: String) {
        switch error {
        case EventLogError.busy: self = .busy
        case EventLogError.readOnly: self = .notWritable(path: path)
        case EventLogError.corrupt(let reason): self = .engine(EngineFailure(.damage, message: reason))
        case EventLogError.unreachable(_, let reason): self = .engine(EngineFailure(.unreachable, message: reason))
        case FleetError.server(let error): self.init(error)
        default: return nil
        }
    }

    /// Makes an error of contents from one that the log has no word for.
    private init(_ error: PostgresError) {
        switch error.condition {
        case .full: self = .full
        case .retry: self = .busy
        case .unreachable: self = .engine(EngineFailure(.unreachable, message: error.message))
        default: self = .engine(EngineFailure(.other, message: error.message))
        }
    }
}
