/// Takes the body of a request piece by piece as it comes, so that nobody holds it.
public protocol HTTPReceiver: Sendable {
    /// No body is longer than this, in bytes.
    var limit: Int { get }

    /// Takes the next piece, and calls back once, on any thread, when there may be another.
    ///
    /// It must not wait: it is called on the thread of the server.
    func take(_ piece: [UInt8], _ goOn: @escaping @Sendable () -> Void)

    /// Lets go what nobody used. Called once the answer has gone out or the connection is gone.
    func end()
}
