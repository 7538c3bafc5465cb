internal import WireModels

/// The reason why a request was not answered, for the program that wrote it: as JSON, and in the words of requests.
struct RequestFailure: Error {
    let cause: any Error
}
