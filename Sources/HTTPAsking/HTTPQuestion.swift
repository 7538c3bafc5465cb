internal import CCurl
internal import Loading

/// The functions of libcurl (<https://curl.se/libcurl/c/>), loaded at the first question. Safe from any thread: the table
/// is never written again.
private nonisolated(unsafe) let libcurl: CCurlFunctions = {
    var functions = unsafe loaded(CCurlFunctions(), from: "libcurl4", by: ccurl_load)
    _ = unsafe ccurl_init(&functions)
    return functions
}()

/// JSON that is sent to a server of HTTP, and the wait for what it answers.
///
/// The connection is verified, takes no proxy of the environment, and follows no redirect: nobody else gets the token.
public struct HTTPQuestion {
    private let address: HTTPAddress
    private let path: String
    private let token: String
    private let body: [UInt8]

    /// - Parameters:
    ///   - path: What is behind the address, with a slash before it.
    ///   - token: The secret that lets the question in (RFC 6750), in visible characters of ASCII.
    public init(to address: HTTPAddress, _ path: String, token: String, _ body: [UInt8]) {
        precondition(token.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        self.address = address
        self.path = path
        self.token = token
        self.body = body
    }

    /// What a server answered.
    public struct Answer: Sendable {
        public let status: Int
        /// The fields of the head, by their names in lower case; the last of each name.
        public let fields: [String: String]
        public let body: [UInt8]
    }

    /// Why there is no answer. Nothing of the question is in it.
    public enum Fault: Error {
        case late
        /// The answer is longer than was asked for.
        case long
        /// Another fault, as libcurl words it.
        case unreachable(String)
    }

    /// Asks, and waits for the answer on this thread.
    ///
    /// - Parameters:
    ///   - time: From the look-up of the name to the last byte.
    ///   - limit: The most bytes of the body.
    public func answer(within time: Duration, limit: Int) throws(Fault) -> Answer {
        let milliseconds = Int(time / .milliseconds(1))
        guard milliseconds > 0 else { throw .late }
        let response = ResponseBuffer(limit: limit)
        let (code, status) = withExtendedLifetime(response) { perform(milliseconds, response) }
        if response.isTooLong { throw .long }
        guard code == CURLE_OK else {
            if code == CURLE_OPERATION_TIMEDOUT { throw .late }
            throw .unreachable(unsafe libcurl.curl_easy_strerror(code).map { unsafe String(cString: $0) } ?? "")
        }
        return Answer(status: status, fields: response.fields, body: response.body)
    }

    private func perform(_ milliseconds: Int, _ response: ResponseBuffer) -> (code: CURLcode, status: Int) {
        var functions = unsafe libcurl
        guard let question = unsafe libcurl.curl_easy_init() else { return (CURLE_OUT_OF_MEMORY, 0) }
        defer { unsafe libcurl.curl_easy_cleanup(question) }
        var head: UnsafeMutablePointer<curl_slist>?
        defer { unsafe libcurl.curl_slist_free_all(head) }
        for line in ["Authorization: Bearer " + token, "Content-Type: application/json", "Expect:"] {
            guard let longer = unsafe libcurl.curl_slist_append(head, line) else { return (CURLE_OUT_OF_MEMORY, 0) }
            unsafe head = longer
        }
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_TIMEOUT_MS, milliseconds), (CURLOPT_CONNECTTIMEOUT_MS, min(milliseconds, 5_000)),
            // A time limit would raise a signal in the whole process.
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_POST, 1),
            (CURLOPT_POSTFIELDSIZE, body.count), (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
            (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
        ]
        let texts: [(CURLoption, String)] = [
            (CURLOPT_URL, address.url + path), (CURLOPT_PROTOCOLS_STR, address.isEncrypted ? "https" : "http"),
            (CURLOPT_PROXY, ""), (CURLOPT_USERAGENT, "mailledger"),
        ]
        var isSet = true
        for (option, value) in numbers where unsafe ccurl_set_number(&functions, question, option, value) == 0 {
            isSet = false
        }
        for (option, value) in texts where unsafe ccurl_set_pointer(&functions, question, option, value) == 0 {
            isSet = false
        }
        let context = unsafe Unmanaged.passUnretained(response).toOpaque()
        return unsafe body.withUnsafeBytes { bytes in
            guard isSet, unsafe ccurl_set_pointer(&functions, question, CURLOPT_HTTPHEADER, head) == 1,
                unsafe ccurl_set_pointer(&functions, question, CURLOPT_POSTFIELDS, bytes.baseAddress) == 1,
                unsafe ccurl_set_takers(&functions, question, Self.takeBody, Self.takeLine, context) == 1
            else { return (CURLE_FAILED_INIT, 0) }
            let code = unsafe libcurl.curl_easy_perform(question)
            return unsafe (code, Int(ccurl_status(&functions, question)))
        }
    }

    private static let takeBody: ccurl_taker = { bytes, _, count, context in
        guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
        let response = unsafe Unmanaged<ResponseBuffer>.fromOpaque(context).takeUnretainedValue()
        return unsafe response.takeBody(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }

    private static let takeLine: ccurl_taker = { bytes, size, count, context in
        guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
        let response = unsafe Unmanaged<ResponseBuffer>.fromOpaque(context).takeUnretainedValue()
        return unsafe response.takeLine(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
    }

    /// The head and the body of the answer, as far as they came and are within their limits.
    private final class ResponseBuffer {
        private let limit: Int
        private var headSize = 0
        private(set) var isTooLong = false
        private(set) var fields: [String: String] = [:]
        private(set) var body: [UInt8] = []

        private static let headLimit = 64 << 10

        init(limit: Int) { self.limit = limit }

        func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
            isTooLong = body.count + bytes.count > limit
            if !isTooLong { unsafe body += bytes }
            return !isTooLong
        }

        func takeLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
            headSize += bytes.count
            isTooLong = headSize > Self.headLimit
            let line = unsafe String(decoding: bytes, as: UTF8.self)
            if let colon = line.firstIndex(of: ":") {
                let value = line[line.index(after: colon)...].drop(while: \.isWhitespace)
                fields[line[..<colon].lowercased()] = String(value.reversed().drop(while: \.isWhitespace).reversed())
            }
            return !isTooLong
        }
    }
}
