internal import CMicroHTTPD
internal import CivilTime
internal import Glibc
internal import Synchronization

/// What the library calls, on its thread.
final class DaemonCore: Sendable {
    private let handler: any HTTPHandler
    private let limits: HTTPLimits
    private let connections: OpenConnections
    private let isStopping = Atomic<Bool>(false)

    init(_ handler: any HTTPHandler, _ limits: HTTPLimits) {
        self.handler = handler
        self.limits = limits
        connections = OpenConnections(limits)
    }

    private static func core(_ context: UnsafeMutableRawPointer?) -> DaemonCore? {
        unsafe context.map { unsafe Unmanaged<DaemonCore>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: Connections

    static func accept(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<sockaddr>?) -> MHD_Result {
        guard let core = unsafe core(context), let name = unsafe name, let peer = unsafe HTTPPeer(at: name) else {
            return cmicrohttpd_yes
        }
        return core.connections.accepts(peer) ? cmicrohttpd_yes : cmicrohttpd_no
    }

    static func connection(
        _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ event: MHD_ConnectionNotificationCode
    ) {
        guard let core = unsafe core(context), let connection = unsafe connection else { return }
        let id = UInt(bitPattern: connection)
        guard event == cmicrohttpd_started else { return core.connections.close(id) }
        var functions = unsafe microHTTPD
        let socket = unsafe cmicrohttpd_socket(&functions, connection)
        core.connections.open(id, socket: socket, peer: HTTPPeer(of: socket), at: HTTPPeer.localAddress(of: socket))
    }

    // MARK: Requests

    static func request(
        _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ path: UnsafePointer<CChar>?,
        _ method: UnsafePointer<CChar>?, _ bytes: UnsafePointer<CChar>?, _ count: UnsafeMutablePointer<Int>?,
        _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> MHD_Result {
        guard let core = unsafe core(context), let connection = unsafe connection, let path = unsafe path,
            let method = unsafe method, let count = unsafe count, let slot = unsafe slot
        else { return cmicrohttpd_no }
        if let opaque = unsafe slot.pointee {
            let exchange = unsafe Unmanaged<Exchange>.fromOpaque(opaque).takeUnretainedValue()
            return unsafe core.goOn(exchange, connection, bytes, count)
        }
        let ends = core.connections.ends(of: UInt(bitPattern: connection))
        let parameters = unsafe values(of: connection, cmicrohttpd_parameter)
        var request = unsafe HTTPRequest(
            method: String(cString: method), path: String(cString: path), query: parameters.all,
            fields: HTTPFields(values(of: connection, cmicrohttpd_header).all),
            peer: ends?.peer ?? .unixSocket(user: nil))
        request.localAddress = ends?.local
        request.noteClient(behind: core.limits.proxies)
        let exchange = unsafe Exchange(request, on: connection)
        unsafe slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
        guard core.connections.begin(exchange, of: request.client, on: UInt(bitPattern: connection)) else {
            return unsafe core.queue(.plain(429, [("Retry-After", "1")]), exchange, connection)
        }
        let hasNUL = unsafe parameters.hasNUL || strchr(path, Int32(cmicrohttpd_nul)) != nil
        if hasNUL { return unsafe core.queue(.plain(400), exchange, connection) }
        let responder: any HTTPResponder
        switch core.verdict(on: request) {
        // An answer now would close the connection, since the body may still come: only what is refused gets one.
        case .refused(let refusal): return unsafe core.queue(refusal, exchange, connection)
        case .taken(let taker): responder = taker
        }
        let receiver = responder.receiver(for: request)
        exchange.hand(to: responder, body: receiver)
        if let length = request.fields["content-length"].flatMap({ UInt64($0) }),
            length > receiver?.limit ?? core.limits.body
        {
            return unsafe core.queue(.plain(413), exchange, connection)
        }
        return cmicrohttpd_yes
    }

    private static let stopped = HTTPResponse.plain(503, [("Retry-After", "5")])

    private func verdict(on request: HTTPRequest) -> HTTPVerdict {
        if isStopping.load(ordering: .relaxed) { return .refused(Self.stopped) }
        if request.fields.byteCount > limits.header { return .refused(.plain(431)) }
        if let name = RequestFraming.repeatedField(of: request.fields) {
            return .refused(.plain(400, saying: "the field \(name) is there twice"))
        }
        guard RequestFraming.isPlain(request.fields) else { return .refused(.plain(400)) }
        // The handler is asked before the length of the body: it may know a form in which to say so.
        return handler.verdict(on: request)
    }

    private func goOn(
        _ exchange: Exchange, _ connection: OpaquePointer, _ bytes: UnsafePointer<CChar>?,
        _ count: UnsafeMutablePointer<Int>
    ) -> MHD_Result {
        let id = UInt(bitPattern: connection)
        if unsafe count.pointee > 0 {
            let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: count.pointee)
            // Only a body in chunks can be longer than its header said; it is cut, since no answer can be given amid it.
            let receiver = exchange.receiver
            guard exchange.received + piece.count <= receiver?.limit ?? limits.body else { return cmicrohttpd_no }
            if let receiver {
                guard !isStopping.load(ordering: .relaxed) else { return cmicrohttpd_no }
                guard unsafe exchange.pass(piece, to: receiver) else { return cmicrohttpd_yes }
                connections.receive(piece.count, on: id)
            } else {
                guard connections.hold(piece.count, on: id) else { return cmicrohttpd_no }
                unsafe exchange.append(piece)
            }
            unsafe count.pointee = 0
            return cmicrohttpd_yes
        }
        if let response = exchange.takeAnswer() { return unsafe queue(response, exchange, connection) }
        if isStopping.load(ordering: .relaxed) { return unsafe queue(Self.stopped, exchange, connection) }
        // Only a request that was taken goes on.
        guard let responder = exchange.responder else { return cmicrohttpd_no }
        connections.answer(on: id)
        let request = exchange.suspend()
        responder.answer(request) { exchange.finish($0) }
        return cmicrohttpd_yes
    }

    static func completed(
        _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
        _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) {
        guard let core = unsafe core(context), let slot = unsafe slot, let opaque = unsafe slot.pointee else { return }
        unsafe slot.pointee = nil
        let exchange = unsafe Unmanaged<Exchange>.fromOpaque(opaque).takeRetainedValue()
        core.connections.finish(on: UInt(bitPattern: connection))
        exchange.end()
    }

    // MARK: Answers

    /// The bytes of an answer that the library holds at a time. A shorter answer is copied to it whole.
    private static let block = 16 << 10

    private func queue(_ response: HTTPResponse, _ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
        exchange.hold(response)
        let outgoing = OutgoingAnswer(among: connections, limits)
        connections.send(outgoing, on: UInt(bitPattern: connection))
        let made: OpaquePointer?
        switch response.body {
        case .bytes(let bytes) where bytes.count <= Self.block:
            unsafe made = Self.copied(bytes)
        case .bytes(let bytes):
            guard outgoing.hold(bytes.count) else {
                return unsafe queue(.plain(503, [("Retry-After", "5")]), connection)
            }
            unsafe made = passed(StreamReader(bytes, on: connection, as: outgoing), UInt64(bytes.count), exchange)
        case .stream(let stream, let size):
            let reader = unsafe StreamReader(stream, on: connection, as: outgoing)
            unsafe made = passed(reader, size ?? UInt64.max, exchange)
            if isStopping.load(ordering: .relaxed) { reader.cut() }
        }
        return unsafe queue(made, response, connection)
    }

    /// Sends an answer of the server itself in the place of one that is under way.
    private func queue(_ response: HTTPResponse, _ connection: OpaquePointer) -> MHD_Result {
        guard case .bytes(let bytes) = response.body else { return cmicrohttpd_no }
        return unsafe queue(Self.copied(bytes), response, connection)
    }

    private static func copied(_ bytes: [UInt8]) -> OpaquePointer? {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe microHTTPD.MHD_create_response_from_buffer(
                bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), cmicrohttpd_copied)
        }
    }

    private func passed(_ reader: StreamReader, _ size: UInt64, _ exchange: Exchange) -> OpaquePointer? {
        exchange.note(reader)
        return unsafe microHTTPD.MHD_create_response_from_callback(
            size, Self.block,
            { context, _, buffer, room in
                guard let context = unsafe context, let buffer = unsafe buffer else { return -2 }
                let reader = unsafe Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue()
                return unsafe reader.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: room))
            }, Unmanaged.passRetained(reader).toOpaque(),
            { context in
                if let context = unsafe context { unsafe Unmanaged<StreamReader>.fromOpaque(context).release() }
            })
    }

    private func queue(_ made: OpaquePointer?, _ response: HTTPResponse, _ connection: OpaquePointer) -> MHD_Result {
        guard let made = unsafe made else { return cmicrohttpd_no }
        defer { unsafe microHTTPD.MHD_destroy_response(made) }
        for (name, value) in response.fields { unsafe _ = microHTTPD.MHD_add_response_header(made, name, value) }
        return unsafe microHTTPD.MHD_queue_response(connection, UInt32(response.status), made)
    }

    /// Fields or parameters in their order.
    private struct Values {
        var all: [(name: String, value: String)] = []
        /// Whether one has a NUL, or the byte that stands for it.
        var hasNUL = false
    }

    /// Returns the fields of a header, or the parameters behind a `?`.
    private static func values(of connection: OpaquePointer, _ kind: MHD_ValueKind) -> Values {
        var values = Values()
        unsafe withUnsafeMutablePointer(to: &values) { values in
            unsafe _ = microHTTPD.MHD_get_connection_values_n(
                connection, kind,
                { context, _, name, nameLength, value, valueLength in
                    let values = unsafe context?.assumingMemoryBound(to: Values.self)
                    let (name, value) = unsafe (bytes(name, nameLength), bytes(value, valueLength))
                    if unsafe name.contains(cmicrohttpd_nul) || value.contains(cmicrohttpd_nul) {
                        unsafe values?.pointee.hasNUL = true
                    }
                    unsafe values?.pointee.all.append(
                        (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
                    return cmicrohttpd_yes
                }, values)
        }
        return values
    }

    // MARK: Clocks and the end

    /// Looks at the connections once a second until the server stops.
    func watchClocks(_ eachSecond: () -> Void) {
        while !isStopping.load(ordering: .relaxed) {
            connections.cutSlowOnes()
            for exchange in connections.abandoned { exchange.stop(with: .plain(503)) }
            eachSecond()
            sleep(1)
        }
    }

    /// Ends streams, and waits for answers that are being made; what takes too long is answered as unavailable.
    func endAll() {
        isStopping.store(true, ordering: .relaxed)
        for exchange in connections.exchanges where exchange.isStreaming {
            exchange.stop(with: .plain(503))
        }
        waitForAnswers(microseconds: limits.stopSeconds * 1_000_000)
        // The library ends the process where a connection is suspended when it stops.
        for exchange in connections.exchanges { exchange.cut(with: Self.stopped) }
        // The library sends nothing any more once it is stopped.
        waitForAnswers(microseconds: 300_000)
    }

    private func waitForAnswers(microseconds: Int64) {
        let end = MonotonicClock.microseconds + microseconds
        while !connections.exchanges.isEmpty, MonotonicClock.microseconds < end { usleep(10_000) }
    }
}

private func bytes(_ start: UnsafePointer<CChar>?, _ count: Int) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
}

extension HTTPResponse {
    /// An answer of the server itself, which knows no forms.
    static func plain(
        _ status: Int, _ fields: [(name: String, value: String)] = [], saying words: String? = nil
    ) -> HTTPResponse {
        let text = words.map { "\(status): \($0)\n" } ?? "\(status)\n"
        return HTTPResponse(
            status, fields + [("Content-Type", "text/plain; charset=utf-8")], .bytes(Array(text.utf8)))
    }
}
