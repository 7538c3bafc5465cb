extension JSONTape {
    /// Decodes a value; strings and integers directly, which saves the elements of arrays a container apiece.
    @inline(__always) func value<T: Decodable>(_ type: T.Type, at index: Index) throws -> T {
        if type == String.self { return unsafe unsafeBitCast(try string(at: index), to: T.self) }
        if type == Int.self { return unsafe unsafeBitCast(try integer(at: index) as Int, to: T.self) }
        return try T(from: ValueDecoder(tape: self, index: index))
    }

    // MARK: Scalars

    func bool(at index: Index) throws -> Bool {
        switch self[index].kind {
        case .true: return true
        case .false: return false
        default: throw mismatch(Bool.self, at: index)
        }
    }

    @inline(__always) func string(at index: Index) throws -> String {
        let entry = self[index]
        guard entry.kind == .string else { throw mismatch(String.self, at: index) }
        return string(entry)
    }

    /// Returns the string of an entry that is one.
    @inline(__always) func string(_ entry: TapeEntry) -> String {
        let inside = unsafe bytes(of: entry)
        guard entry.hasEscapes else { return unsafe String(decoding: inside, as: UTF8.self) }
        return unsafe String(unsafeUninitializedCapacity: inside.count) {
            unsafe Escapes.remove(from: inside, into: $0)
        }
    }

    @inline(__always) func integer<I: FixedWidthInteger>(at index: Index) throws -> I {
        let entry = self[index]
        guard entry.kind == .integer else {
            if entry.kind == .number {
                throw corrupted("a fraction or exponent where \(I.self) is expected", at: index)
            }
            throw mismatch(I.self, at: index)
        }
        guard let (isNegative, magnitude) = magnitude(of: entry), let value = I(magnitude, isNegative: isNegative)
        else {
            throw corrupted("an integer that does not fit \(I.self)", at: index)
        }
        return value
    }

    /// Returns sign and magnitude of an integer, nil if 64 bits are too few.
    func magnitude(of entry: TapeEntry) -> (isNegative: Bool, magnitude: UInt64)? {
        let digits = unsafe bytes(of: entry)
        let isNegative = unsafe digits[0] == UInt8(ascii: "-")
        var value: UInt64 = 0
        for index in (isNegative ? 1 : 0)..<digits.count {
            let digit = UInt64(unsafe digits[index] &- UInt8(ascii: "0"))
            if index < 19 {
                value = value &* 10 &+ digit
            } else {
                let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
                let (sum, carried) = product.addingReportingOverflow(digit)
                if tooLarge || carried { return nil }
                value = sum
            }
        }
        return (isNegative, value)
    }

    func number<F: BinaryFloatingPoint & LosslessStringConvertible>(at index: Index) throws -> F {
        let entry = self[index]
        guard entry.kind == .integer || entry.kind == .number else { throw mismatch(F.self, at: index) }
        guard let value: F = number(entry) else { throw corrupted("a number that does not fit \(F.self)", at: index) }
        return value
    }

    /// Returns the number of an entry that is one, nil if it is too large.
    func number<F: BinaryFloatingPoint & LosslessStringConvertible>(_ entry: TapeEntry) -> F? {
        // Up to 15 digits are exact in a Double; of a Float this would round twice.
        if F.self == Double.self, entry.kind == .integer, entry.length <= 15,
            let (isNegative, value) = magnitude(of: entry)
        {
            return isNegative ? -F(value) : F(value)
        }
        guard let value = F(unsafe String(decoding: bytes(of: entry), as: UTF8.self)), value.isFinite else {
            return nil
        }
        return value
    }

    // MARK: Errors

    func mismatch(_ type: any Any.Type, at index: Index) -> DecodingError {
        let entry = self[index]
        guard entry.kind != .null else {
            return .valueNotFound(type, context("null where \(type) is expected", at: index))
        }
        let found =
            switch entry.kind {
            case .null: "null"
            case .false, .true: "a boolean"
            case .integer, .number: "a number"
            case .string: "a string"
            case .array: "an array"
            case .object: "an object"
            }
        return .typeMismatch(type, context("\(found) where \(type) is expected", at: index))
    }

    func corrupted(_ what: String, at index: Index) -> DecodingError {
        .dataCorrupted(context(what, at: index))
    }

    func context(_ what: String, at index: Index) -> DecodingError.Context {
        let entry = self[index]
        let offset = Int(entry.start) - (entry.kind == .string ? 1 : 0)
        return DecodingError.Context(codingPath: path(to: index), debugDescription: "\(what) at byte \(offset)")
    }

    /// Works out the coding path of an entry by walking down to it.
    ///
    /// - Complexity: O(*n*) in the tokens before the entry.
    func path(to target: Index) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var container: Index = 0
        while container < target {
            let isObject = self[container].kind == .object
            var child = container + 1
            var position = 0
            while child < target {
                let next = self[isObject ? child + 1 : child].next
                if next > target { break }
                child = next
                position += 1
            }
            guard isObject else {
                path.append(PathKey(intValue: position))
                container = child
                continue
            }
            path.append(self[container].isDictionary ? PathKey.hidden : PathKey(stringValue: string(self[child])))
            container = child + 1
        }
        return path
    }
}

extension FixedWidthInteger {
    /// Makes an integer of a sign and a magnitude, nil if it does not fit.
    @inline(__always) init?(_ magnitude: UInt64, isNegative: Bool) {
        guard isNegative else {
            self.init(exactly: magnitude)
            return
        }
        guard magnitude <= UInt64(1) << 63 else { return nil }
        self.init(exactly: Int64(truncatingIfNeeded: 0 &- magnitude))
    }
}
