import Foundation
import Glibc

/// A connection to a server on this machine that sends any bytes, and reads what comes back.
package final class RawHTTP {
    private let socket: Int32
    private var pending: [UInt8] = []

    /// An answer as it came.
    package struct Answer {
        package let status: Int
        /// Names in lower case.
        package let fields: [String: String]
        package let body: [UInt8]

        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    /// Connects to a port of 127.0.0.1, or of another address in IPv4's notation.
    ///
    /// - Parameter window: How many bytes the system takes before they are read, about; nil for what it likes.
    package init(
        address: String = "127.0.0.1", port: UInt16, timeout: Int = 120, window: Int32? = nil
    ) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var window {
            unsafe setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size))
        }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        guard unsafe inet_pton(AF_INET, address, &name.sin_addr) == 1 else {
            throw Failure(description: "no address: \(address)")
        }
        let result = unsafe withUnsafePointer(to: &name) { name in
            unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(description: "no connection to \(address):\(port)") }
        setTimeout(timeout)
    }

    /// Connects to a socket in the file system.
    package init(path: String, timeout: Int = 120) throws {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
        let result = unsafe withUnsafePointer(to: &name) { name in
            unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw Failure(description: "no connection to \(path)") }
        setTimeout(timeout)
    }

    deinit {
        close(socket)
    }

    private func setTimeout(_ seconds: Int) {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        unsafe setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends bytes; returns false where the server has closed.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.send(
                    socket, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Reads some bytes; nil at the end.
    private func receive() throws -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = unsafe recv(socket, &buffer, buffer.count, 0)
        if count < 0, errno == EAGAIN { throw Failure(description: "nothing came in time") }
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    /// Whether there is something to read already.
    package var hasAnswer: Bool {
        var question = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&question, 1, 0) > 0
    }

    /// Whether the server has cut the connection, and let go what was not read.
    package var isCut: Bool {
        var question = pollfd(fd: socket, events: 0, revents: 0)
        return unsafe poll(&question, 1, 0) > 0 && Int32(question.revents) & (Int32(POLLERR) | Int32(POLLHUP)) != 0
    }

    /// Reads what is there, and no more than some bytes.
    package func read(atMost count: Int) {
        var buffer = [UInt8](repeating: 0, count: count)
        let count = unsafe recv(socket, &buffer, count, Int32(MSG_DONTWAIT))
        if count > 0 { pending += buffer.prefix(count) }
    }

    /// Whether the server closes the connection, whatever it sends before that.
    package func isClosed() throws -> Bool {
        while try receive() != nil {}
        return true
    }

    /// Reads a line without its end; nil where the connection ends.
    package func line() throws -> String? {
        while true {
            if let end = pending.firstIndex(of: 0x0A) {
                let line = pending[..<end]
                pending.removeFirst(end + 1)
                return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
            }
            guard let more = try receive() else { return nil }
            pending += more
        }
    }

    /// Reads exactly so many bytes.
    package func take(_ count: Int) throws -> [UInt8] {
        while pending.count < count {
            guard let more = try receive() else { throw Failure(description: "the connection ended early") }
            pending += more
        }
        defer { pending.removeFirst(count) }
        return Array(pending.prefix(count))
    }

    /// Reads the header of an answer.
    package func head() throws -> (status: Int, fields: [String: String]) {
        guard let first = try line() else { throw Failure(description: "the connection ended") }
        let words = first.split(separator: " ")
        guard words.count >= 2, let status = Int(words[1]) else { throw Failure(description: "no answer: \(first)") }
        var fields: [String: String] = [:]
        while let line = try line(), !line.isEmpty {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
        return (status, fields)
    }

    /// Reads a chunk of a body that comes in chunks; nil behind the last one.
    package func chunk() throws -> [UInt8]? {
        guard let line = try line(), let size = Int(line, radix: 16) else {
            throw Failure(description: "the body ended without its last chunk")
        }
        let bytes = try take(size)
        _ = try self.line()
        return size > 0 ? bytes : nil
    }

    /// Reads a whole answer.
    package func answer(hasBody: Bool = true) throws -> Answer {
        let (status, fields) = try head()
        var body: [UInt8] = []
        if fields["transfer-encoding"] == "chunked" {
            while let chunk = try chunk() { body += chunk }
        } else if hasBody, let length = fields["content-length"].flatMap({ Int($0) }) {
            body = try take(length)
        }
        return Answer(status: status, fields: fields, body: body)
    }

    /// Sends a request and reads its answer.
    package func ask(
        _ method: String, _ path: String, host: String = "localhost", _ fields: [String: String] = [:],
        body: String? = nil
    ) throws -> Answer {
        begin(method, path, host: host, fields, body: body)
        return try answer(hasBody: method != "HEAD")
    }

    /// Sends a request.
    package func begin(
        _ method: String, _ path: String, host: String = "localhost", _ fields: [String: String] = [:],
        body: String? = nil
    ) {
        var text = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n"
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { text += "\(name): \(value)\r\n" }
        if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
        send(text + "\r\n" + (body ?? ""))
    }
}
