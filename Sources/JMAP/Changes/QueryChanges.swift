internal import JSONCoding
internal import MailLedger

/// What `/queryChanges` answers while no query can be followed (RFC 8620 section 5.6).
enum QueryChanges {
    @Sendable static func answer(_ call: MethodCall, _ reader: LedgerReader) throws -> JSONObject {
        let arguments = try call.arguments(
            "filter", "sort", "sinceQueryState", "maxChanges", "upToId", "calculateTotal", "collapseThreads")
        _ = try call.account(arguments, reader)
        guard try arguments.string("sinceQueryState") != nil else {
            throw MethodError.invalidArguments("sinceQueryState is missing")
        }
        throw MethodError.cannotCalculateChanges
    }
}
