/// Checks of the texts that this context accepts; each error names the field at fault.
enum TextRules {
    /// One line that names something.
    static func name(_ text: String, _ field: String, maximum: Int = 255) throws -> String {
        try refuse(field, TextRule.fault(ofLine: text, maximum: maximum))
        return text
    }

    /// Text of several lines.
    static func text(_ text: String, _ field: String, maximum: Int = 100_000) throws -> String {
        try refuse(field, TextRule.fault(ofText: text, maximum: maximum))
        return text
    }

    static func email(_ text: String) throws -> String {
        let address = try name(text, "email", maximum: 320)
        try refuse("email", SecretFieldPolicy.holdsUserInfo(address) ? .holdsSecret : nil)
        let parts = address.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
        let isAddress =
            parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && !address.unicodeScalars.contains { $0.properties.isWhitespace || "<>,;\"()".unicodeScalars.contains($0) }
        try refuse("email", isAddress ? nil : .isMalformed)
        return address
    }

    static func displayName(_ text: String) throws -> String {
        try refuse("display_name", SecretFieldPolicy.holdsUserInfo(text) ? .holdsSecret : nil)
        return try name(text, "display_name", maximum: 1_000)
    }

    /// A web address without a user, and without a secret in its query.
    static func url(_ text: String, _ field: String) throws -> String {
        let url = try name(text, field, maximum: 2_000)
        let isWeb = url.asciiLowercased.hasPrefix("https://") || url.asciiLowercased.hasPrefix("http://")
        try refuse(field, isWeb && !url.contains(where: \.isWhitespace) ? nil : .isMalformed)
        let query = url.drop { $0 != "?" && $0 != "#" }.split { "?&#;".contains($0) }
        let namesSecret = query.contains { SecretFieldPolicy.isSecret(fieldName: String($0.prefix { $0 != "=" })) }
        try refuse(field, namesSecret || SecretFieldPolicy.holdsUserInfo(url) ? .holdsSecret : nil)
        return url
    }

    /// A name as the tz database has them; whether there is such a zone is not asked.
    static func timeZone(_ text: String) throws -> String {
        let zone = try name(text, "time_zone", maximum: 64)
        let isName = zone.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "+"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
        try refuse("time_zone", isName ? nil : .isMalformed)
        return zone
    }

    /// From 0 to 1.
    static func confidence(_ number: Double?, _ field: String) throws -> Double? {
        try refuse(field, number.map { (0...1).contains($0) } ?? true ? nil : .isOutOfRange)
        return number
    }

    static func refuse(_ field: String, _ reason: ValueError.Reason?) throws {
        if let reason { throw DomainError.invalid(field: field, reason: reason.rawValue) }
    }
}
