internal import WireModels

/// Why a request was not answered, told to the program that wrote it: as JSON, and in the words of requests.
struct RequestFailure: Error {
    let cause: any Error
}
