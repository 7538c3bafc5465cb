/// What FETCH answers of a message, ready to send: RFC822.SIZE, ENVELOPE, BODYSTRUCTURE and BODY.
struct MessageAnswers {
    private let bytes: [UInt8]
    private let places: [Range<Int>]
    let size: Int

    var envelope: ArraySlice<UInt8> { bytes[places[0]] }

    func bodyStructure(isExtended: Bool) -> ArraySlice<UInt8> { bytes[places[isExtended ? 1 : 2]] }

    init(_ message: IMAPMessage) {
        let fact = Self.fact(of: message)
        places = Self.places(fact, 0..<fact.count) ?? [0..<0, 0..<0, 0..<0]
        (bytes, size) = (fact, message.size)
    }

    /// - Returns: Nil for bytes that are none.
    init?(_ bytes: [UInt8], _ place: Range<Int>) {
        guard let places = Self.places(bytes, place) else { return nil }
        self.bytes = bytes
        self.places = places
        size = Int(FactSegment.int64(bytes, place.lowerBound))
    }

    private static let headSize = 4 * 8

    private static func places(_ bytes: [UInt8], _ place: Range<Int>) -> [Range<Int>]? {
        guard place.count >= headSize else { return nil }
        var places: [Range<Int>] = []
        var start = place.lowerBound + headSize
        for index in 1...3 {
            let end = FactSegment.int64(bytes, place.lowerBound + 8 * index)
            guard end >= 0, end <= place.count, place.lowerBound + Int(end) >= start else { return nil }
            places.append(start..<place.lowerBound + Int(end))
            start = place.lowerBound + Int(end)
        }
        return places
    }

    /// The bytes of the fact.
    var fact: ArraySlice<UInt8> { bytes[...] }

    private static func fact(of message: IMAPMessage) -> [UInt8] {
        let answers = [
            message.envelope, message.bodyStructure(isExtended: true), message.bodyStructure(isExtended: false),
        ]
        var fact: [UInt8] = []
        FactSegment.append(Int64(message.size), to: &fact)
        var end = headSize
        for answer in answers {
            end += answer.count
            FactSegment.append(Int64(end), to: &fact)
        }
        return answers.reduce(into: fact) { $0 += $1 }
    }
}
