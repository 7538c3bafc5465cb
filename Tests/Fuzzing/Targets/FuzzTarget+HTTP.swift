internal import HTTPServing

/// What of a request over HTTP is read here; its lines are read by libmicrohttpd.
extension FuzzTarget {
    /// The fields `Authorization`, `Host` and `Range`, a line each.
    package static let httpFields = FuzzTarget(
        name: "http-fields",
        words: ["Bearer ", "Basic ", "bytes=", "[::1]", ":", "-", "9223372036854775807", "mlt_", "=", ","],
        seeds: ["Bearer mlt_a\nlocalhost:8420\nbytes=0-99", "Basic OmE=\n[::1]:1\nbytes=-5", "x\ny\nbytes=3-"]
    ) { bytes in
        guard let lines = text(bytes)?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) else {
            return
        }
        if let credentials = Credentials(lines[0]) {
            try promise(credentials.secret.utf8.count <= lines[0].utf8.count * 3, "a secret is longer than its field")
        }
        if lines.count > 1, let host = HostName(lines[1]) {
            try promise(!host.name.isEmpty && !host.name.contains("@"), "a host has no name")
        }
        for size in [0, 1, 100, Int.max] where lines.count > 2 {
            guard case .part(let range) = ByteRange(lines[2], size: size) else { continue }
            try promise(
                !range.isEmpty && range.lowerBound >= 0 && range.upperBound <= size, "a part is not of the whole")
        }
    }
}
