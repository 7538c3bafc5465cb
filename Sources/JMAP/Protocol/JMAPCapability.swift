/// What a client says that it uses, and what the methods are part of (RFC 8620 section 2).
enum JMAPCapability: String, CaseIterable {
    case core = "urn:ietf:params:jmap:core"
    case mail = "urn:ietf:params:jmap:mail"
}
