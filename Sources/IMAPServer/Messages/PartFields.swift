internal import MIME

/// The `Content-…` fields of a part, raw; the first of each name counts.
struct PartFields {
    enum Name: String, CaseIterable {
        case type = "content-type"
        case encoding = "content-transfer-encoding"
        case disposition = "content-disposition"
        case id = "content-id"
        case description = "content-description"
        case md5 = "content-md5"
        case language = "content-language"
        case location = "content-location"
    }

    private static let names = Dictionary(uniqueKeysWithValues: Name.allCases.map { (Array($0.rawValue.utf8), $0) })

    private var fields: [Name: [UInt8]] = [:]

    /// - Parameter section: The place of the header; fields that do not fit whole into the limit are left out.
    init(_ bytes: [UInt8], header section: Range<Int>, limit: Int) {
        for field in FieldPlaces(bytes, in: section) {
            guard field.whole.upperBound - section.lowerBound <= limit else { return }
            guard (10...25).contains(field.name.count), lowered(bytes[field.name.lowerBound]) == 0x63,
                let name = Self.names[bytes[field.name].map(lowered)], fields[name] == nil
            else { continue }
            fields[name] = unfolded(bytes[field.value])
        }
    }

    subscript(name: Name) -> [UInt8]? { fields[name] }

    /// Nil for a missing or empty field, which says nothing.
    func text(_ name: Name) -> [UInt8]? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// The word of `Content-Transfer-Encoding`; nil where there is none.
    var encoding: [UInt8]? {
        guard let value = fields[.encoding] else { return nil }
        let word = value.drop { $0 <= 0x20 || $0 == 0x22 }.prefix {
            $0 > 0x20 && $0 != 0x3B && $0 != 0x22 && $0 != 0x28
        }
        return word.isEmpty ? nil : Array(word)
    }

    /// The tags of `Content-Language` without comments (RFC 3282), no more than 100.
    var languages: [[UInt8]] {
        guard let value = fields[.language] else { return [] }
        var tags: [[UInt8]] = [[]]
        var depth = 0
        for byte in value where tags.count <= 100 {
            switch byte {
            case 0x28: depth += 1
            case 0x29: depth = max(0, depth - 1)
            case 0x2C where depth == 0: tags.append([])
            default: if depth == 0, byte > 0x20 { tags[tags.count - 1].append(byte) }
            }
        }
        return tags.prefix(100).filter { !$0.isEmpty }
    }
}
