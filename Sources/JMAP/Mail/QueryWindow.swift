internal import JSONCoding

/// The part of a list that a `/query` asks for (RFC 8620 section 5.5).
struct QueryWindow {
    let position: Int
    let anchor: String?
    private let anchorOffset: Int
    private let limit: Int?
    let calculatesTotal: Bool

    init(_ call: MethodCall, _ arguments: Arguments) throws(MethodError) {
        position = try arguments.integer("position") ?? 0
        anchor = try arguments.string("anchor").map(call.resolved)
        anchorOffset = try arguments.integer("anchorOffset") ?? 0
        limit = try arguments.unsigned("limit")
        calculatesTotal = try arguments.bool("calculateTotal")
    }

    /// Whether all of the list has to be known.
    var needsAll: Bool { anchor != nil || position < 0 }

    /// How many ids are returned, of no more than the server gives.
    func count(_ most: Int) -> Int { min(limit ?? most, most) }

    /// Writes the part of a list that is known as a whole.
    func write(_ all: [String], total: Int, into answer: inout JSONObject, most: Int) throws(MethodError) {
        var start = position < 0 ? max(0, all.count + position) : position
        if let anchor {
            guard let index = all.firstIndex(of: anchor) else { throw .anchorNotFound }
            start = min(max(0, index + anchorOffset), all.count)
        }
        write(Array(all.dropFirst(start).prefix(count(most))), from: start, total: total, into: &answer, most: most)
    }

    /// Writes a part of a list.
    func write(_ ids: [String], from start: Int, total: Int?, into answer: inout JSONObject, most: Int) {
        answer["position"] = .integer(Int64(start))
        answer["ids"] = .array(ids.map { .string($0) })
        if calculatesTotal, let total { answer["total"] = .integer(Int64(total)) }
        // Only where it is another one than was asked for.
        if limit.map({ $0 > most }) ?? true { answer["limit"] = .integer(Int64(count(most))) }
    }
}
