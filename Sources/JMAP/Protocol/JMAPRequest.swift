internal import JSONCoding

/// A request of a client: method calls in order (RFC 8620 section 3.3).
package struct JMAPRequest: Sendable {
    let capabilities: Set<JMAPCapability>
    let calls: [Invocation]
    /// The ids of creation ids of requests before; nil where the client does not ask for them.
    let createdIDs: [String: String]?

    /// Reads a request.
    ///
    /// - Throws: ``JMAPProblem`` for what is no request.
    package init(_ body: [UInt8], _ limits: JMAPLimits) throws(JMAPProblem) {
        guard body.count <= limits.request else { throw .beyond("maxSizeRequest") }
        // Before it is decoded: a value is read level by level, and has more bytes than its text.
        let extent = JSONExtent(of: body)
        guard extent.depth <= limits.depth else { throw .notJSON }
        guard !extent.isTooWide else { throw .beyond("maxSizeRequest") }
        guard let json = try? JSONBytesDecoder().decode(JSONValue.self, from: body)
        else { throw .notJSON }
        guard case .object(let object) = json else { throw .notRequest("the request is not an object") }
        guard case .array(let using)? = object["using"] else { throw .notRequest("using is not a list of names") }
        capabilities = try Self.capabilities(using)
        guard case .array(let calls)? = object["methodCalls"] else {
            throw .notRequest("methodCalls is not a list of calls")
        }
        guard calls.count <= limits.calls else { throw .beyond("maxCallsInRequest") }
        var read: [Invocation] = []
        for call in calls {
            guard let call = Invocation(call) else {
                throw .notRequest("a call is not a list of a name, arguments and an id")
            }
            read.append(call)
        }
        self.calls = read
        createdIDs = try Self.createdIDs(object["createdIds"])
    }

    /// The names of the methods, for a log of who asked for what.
    package var methods: [String] { calls.map(\.name) }

    private static func capabilities(_ using: [JSONValue]) throws(JMAPProblem) -> Set<JMAPCapability> {
        var capabilities: Set<JMAPCapability> = []
        for name in using {
            guard case .string(let name) = name else { throw .notRequest("using is not a list of names") }
            guard let capability = JMAPCapability(rawValue: name) else { throw .unknownCapability(name) }
            capabilities.insert(capability)
        }
        return capabilities
    }

    private static func createdIDs(_ json: JSONValue?) throws(JMAPProblem) -> [String: String]? {
        guard let json else { return nil }
        guard case .object(let object) = json else { throw .notRequest("createdIds is not an object") }
        var ids: [String: String] = [:]
        for member in object.members {
            guard case .string(let id) = member.value else { throw .notRequest("an id of createdIds is not a string") }
            ids[member.key] = id
        }
        return ids
    }
}
