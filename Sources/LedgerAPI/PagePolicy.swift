internal import HTTPServer
internal import WebPage

extension HTTPResponse {
    /// What a browser may do with the page: run and show what this server gives, and ask this server alone.
    private static let pagePolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
        "frame-src 'self'", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")

    /// A file of the page, or that the browser has it already.
    init(_ asset: PageAsset, to request: HTTPRequest) {
        let fields = [
            ("ETag", "\"\(asset.digest)\""), ("Cache-Control", "no-cache"), ("X-Content-Type-Options", "nosniff"),
            ("Content-Security-Policy", Self.pagePolicy), ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
        let isKnown = request.fields["if-none-match"]?.contains("\"\(asset.digest)\"") ?? false
        self =
            isKnown
            ? HTTPResponse(304, fields)
            : HTTPResponse(200, [("Content-Type", asset.type)] + fields, .bytes(asset.bytes))
    }
}
