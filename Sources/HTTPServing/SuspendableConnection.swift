internal import CMicroHTTPD

/// A connection of the library, which can wait for what comes later.
///
/// Both calls belong under one lock: a connection that is suspended twice, or resumed before it is suspended, is lost.
struct SuspendableConnection: Sendable {
    /// The library's connection, as a number: pointers are not handed from thread to thread.
    private let number: UInt

    init(_ connection: OpaquePointer) {
        number = UInt(bitPattern: connection)
    }

    func suspend() {
        unsafe microHTTPD.MHD_suspend_connection(OpaquePointer(bitPattern: number))
    }

    func resume() {
        unsafe microHTTPD.MHD_resume_connection(OpaquePointer(bitPattern: number))
    }
}
