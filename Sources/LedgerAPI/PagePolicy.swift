internal import HTTPServing
internal import WebPage

extension HTTPResponse {
    /// What a browser may do with the page: run and show what this server gives, and ask this server alone.
    private static let pagePolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
        "frame-src 'self'", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")

    /// What a browser may do with a mail: lay it out, and show the pictures that came with it.
    private static let mailPolicy = [
        "default-src 'none'", "style-src 'unsafe-inline'", "img-src 'self' data:", "form-action 'none'",
        "base-uri 'none'", "frame-ancestors 'self'", "sandbox",
    ].joined(separator: "; ")

    private static let mailFields = [
        (name: "Cache-Control", value: "no-store"), ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"), ("X-DNS-Prefetch-Control", "off"),
        ("Content-Security-Policy", mailPolicy),
    ]

    /// A mail in a frame.
    static func mail(_ page: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status,
            [("Content-Type", "text/html; charset=utf-8"), ("Cross-Origin-Resource-Policy", "same-origin")]
                + mailFields, .bytes(Array(page.utf8)))
    }

    /// What stands in the frame in place of a mail whose ticket is over: a browser shows nothing of an answer that is not for frames.
    static func noMail(status: Int) -> HTTPResponse {
        mail(
            "<!doctype html><title>No mail</title><p>This mail cannot be shown. Open its message again.", status: status
        )
    }

    /// A picture of a mail; a frame without rights is of no origin, so it may be of any.
    static func picture(_ bytes: [UInt8], _ type: String) -> HTTPResponse {
        HTTPResponse(
            200, [("Content-Type", type), ("Cross-Origin-Resource-Policy", "cross-origin")] + mailFields,
            .bytes(bytes))
    }

    /// A file of the page, or that the browser has it already.
    init(_ asset: PageAsset, to request: HTTPRequest) {
        let fields = [
            ("ETag", "\"\(asset.digest)\""), ("Cache-Control", "no-cache"), ("X-Content-Type-Options", "nosniff"),
            ("Content-Security-Policy", Self.pagePolicy), ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
        self =
            request.knows(asset.digest)
            ? HTTPResponse(304, fields)
            : HTTPResponse(200, [("Content-Type", asset.type)] + fields, .bytes(asset.bytes))
    }
}
