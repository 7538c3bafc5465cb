internal import JMAP

extension FuzzTarget {
    /// A request of JMAP, from its bytes on.
    package static let jmapRequests = FuzzTarget(
        name: "jmap-requests",
        words: [
            "\"using\"", "\"methodCalls\"", "\"createdIds\"", "urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail",
            "[\"Core/echo\",{},\"c\"]", "#ids", "resultOf", "\\u0000", "[[[[",
        ],
        seeds: [
            #"{"using":["urn:ietf:params:jmap:core"],"methodCalls":[["Core/echo",{"a":1},"c"]]}"#,
            #"{"using":[],"methodCalls":[],"createdIds":{"k":"M1"}}"#, "[]",
        ]
    ) { bytes in
        let limits = JMAPLimits()
        do {
            let request = try JMAPRequest(bytes, limits)
            try promise(request.methods.count <= limits.calls, "a request has more calls than are allowed")
        } catch let problem as JMAPProblem {
            try promise(!problem.type.isEmpty && problem.type != "limit" || problem.limit != nil, "a limit has no name")
        }
    }
}
