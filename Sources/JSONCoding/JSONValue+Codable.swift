extension JSONValue: Codable {
    /// Reads any JSON value; with another decoder than this module's, keys come in whatever order that one gives.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? ValueDecoder {
            self = try decoder.tape.json(at: decoder.index)
        } else if let object = try? decoder.container(keyedBy: PathKey.self) {
            self = .object(
                JSONObject(
                    unique: try object.allKeys.map {
                        JSONObject.Member($0.stringValue, try object.decode(JSONValue.self, forKey: $0))
                    }))
        } else if var array = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !array.isAtEnd { elements.append(try array.decode(JSONValue.self)) }
            self = .array(elements)
        } else {
            try self.init(scalar: decoder.singleValueContainer())
        }
    }

    private init(scalar container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .unsigned(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    /// Writes the value; members keep their order with this module's encoder.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value): try value.encode(to: encoder)
        case .integer(let value): try value.encode(to: encoder)
        case .unsigned(let value): try value.encode(to: encoder)
        case .number(let value): try value.encode(to: encoder)
        case .string(let value): try value.encode(to: encoder)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .object(let object): try object.encode(to: encoder)
        }
    }
}

extension JSONObject: Codable {
    /// Reads an object.
    public init(from decoder: any Decoder) throws {
        guard case .object(let object) = try JSONValue(from: decoder) else {
            throw DecodingError.typeMismatch(
                JSONObject.self,
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "an object is expected"))
        }
        self = object
    }

    /// Writes the members in order.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PathKey.self)
        for member in members { try container.encode(member.value, forKey: PathKey(stringValue: member.key)) }
    }
}

extension JSONTape {
    /// Returns a value and all that it holds; the reader's depth limit bounds the recursion.
    func json(at index: Index) throws -> JSONValue {
        let entry = self[index]
        switch entry.kind {
        case .null: return .null
        case .false: return .bool(false)
        case .true: return .bool(true)
        case .string: return .string(string(entry))
        case .integer:
            if let (isNegative, magnitude) = magnitude(of: entry) {
                if let value = Int64(magnitude, isNegative: isNegative) { return .integer(value) }
                if !isNegative { return .unsigned(magnitude) }
            }
            return .number(try number(at: index))
        case .number: return .number(try number(at: index))
        case .array:
            var elements: [JSONValue] = []
            elements.reserveCapacity(Int(entry.length))
            var child = index + 1
            while child < entry.next {
                elements.append(try json(at: child))
                child = self[child].next
            }
            return .array(elements)
        case .object:
            var members: [JSONObject.Member] = []
            members.reserveCapacity(Int(entry.length))
            var key = index + 1
            while key < entry.next {
                members.append(JSONObject.Member(string(self[key]), try json(at: key + 1)))
                key = self[key + 1].next
            }
            return .object(JSONObject(unique: members))
        }
    }
}
