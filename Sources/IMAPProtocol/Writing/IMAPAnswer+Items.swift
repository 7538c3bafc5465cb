/// What FETCH answers: dates, flags, and the names of what was asked for.
extension IMAPAnswer {
    private static let star = Array("* ".utf8)
    private static let fetch = Array(" FETCH (".utf8)
    private static let uid = Array("UID ".utf8)
    private static let flags = Array("FLAGS (".utf8)
    private static let modSeq = Array("MODSEQ (".utf8)

    /// Appends an answer of FETCH with what changes about a message; nil leaves an item out.
    ///
    /// - Parameter flags: The list of flags, without its brackets.
    public mutating func fetch(_ number: UInt32, uid: UInt32?, flags: [UInt8]?, modSeq: UInt64?) {
        raw(Self.star)
        self.number(number)
        raw(Self.fetch)
        if let uid {
            raw(Self.uid)
            self.number(uid)
            if flags != nil || modSeq != nil { space() }
        }
        if let flags {
            raw(Self.flags)
            raw(flags)
            byte(UInt8(ascii: ")"))
            if modSeq != nil { space() }
        }
        if let modSeq {
            raw(Self.modSeq)
            self.number(modSeq)
            byte(UInt8(ascii: ")"))
        }
        byte(UInt8(ascii: ")"))
        end()
    }

    private static let months = Array("JanFebMarAprMayJunJulAugSepOctNovDec".utf8)

    /// Appends a time as `"17-Jul-1996 02:44:25 -0700"`.
    ///
    /// - Parameters:
    ///   - microseconds: Since 1970. Years beyond 1 to 9999, which the form cannot say, become the nearest it can.
    ///   - zone: Minutes east of UTC, less than 100 hours.
    public mutating func internalDate(microseconds: Int64, zone: Int) {
        let zone = min(max(zone, -5_999), 5_999)
        let local = min(max(Self.floor(microseconds, 1_000_000) + Int64(zone) * 60, -62_135_596_800), 253_402_300_799)
        let number = Self.floor(local, 86_400)
        let day = CivilDay.day(number)
        let second = Int(local - number * 86_400)
        byte(UInt8(ascii: "\""))
        if day.day < 10 { space() } else { byte(Self.digit(day.day / 10)) }
        byte(Self.digit(day.day % 10))
        byte(UInt8(ascii: "-"))
        raw(Self.months[(day.month * 3 - 3)..<(day.month * 3)])
        byte(UInt8(ascii: "-"))
        twoDigits(day.year / 100)
        twoDigits(day.year % 100)
        space()
        twoDigits(second / 3_600)
        byte(UInt8(ascii: ":"))
        twoDigits(second / 60 % 60)
        byte(UInt8(ascii: ":"))
        twoDigits(second % 60)
        space()
        byte(zone < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        twoDigits(abs(zone) / 60)
        twoDigits(abs(zone) % 60)
        byte(UInt8(ascii: "\""))
    }

    /// Appends `(\Seen $Forwarded)`.
    public mutating func flags(_ flags: [Flag]) {
        byte(UInt8(ascii: "("))
        for (index, flag) in flags.enumerated() {
            if index > 0 { space() }
            text(flag.text)
        }
        byte(UInt8(ascii: ")"))
    }

    /// Appends what the answer calls a body: `BODY[1.HEADER.FIELDS (FROM)]<0>`, or its older name.
    public mutating func bodyName(_ request: BodyRequest) {
        if let name = request.oldName { return text(name) }
        text("BODY[")
        part(request.section.part)
        if let wanted = request.section.text {
            if !request.section.part.isEmpty { byte(UInt8(ascii: ".")) }
            switch wanted {
            case .header: text("HEADER")
            case .text: text("TEXT")
            case .mime: text("MIME")
            case .headerFields(let names): fields("HEADER.FIELDS (", names)
            case .headerFieldsNot(let names): fields("HEADER.FIELDS.NOT (", names)
            }
        }
        byte(UInt8(ascii: "]"))
        origin(request.partial)
    }

    /// Appends `BINARY[1.2]<0>`.
    public mutating func binaryName(part numbers: [Int], partial: Partial?) {
        text("BINARY[")
        part(numbers)
        byte(UInt8(ascii: "]"))
        origin(partial)
    }

    /// Appends `BINARY.SIZE[1.2]`.
    public mutating func binarySizeName(part numbers: [Int]) {
        text("BINARY.SIZE[")
        part(numbers)
        byte(UInt8(ascii: "]"))
    }

    private mutating func fields(_ name: String, _ names: [String]) {
        text(name)
        for (index, name) in names.enumerated() {
            if index > 0 { space() }
            astring(name)
        }
        byte(UInt8(ascii: ")"))
    }

    private mutating func part(_ numbers: [Int]) {
        for (index, value) in numbers.enumerated() {
            if index > 0 { byte(UInt8(ascii: ".")) }
            number(value)
        }
    }

    /// The answer says where its bytes begin, not how many were asked for (RFC 9051 section 7.5.2).
    private mutating func origin(_ partial: Partial?) {
        guard let partial else { return }
        byte(UInt8(ascii: "<"))
        number(partial.offset)
        byte(UInt8(ascii: ">"))
    }

    private mutating func twoDigits(_ value: Int) {
        byte(Self.digit(value / 10))
        byte(Self.digit(value % 10))
    }

    private static func digit(_ value: Int) -> UInt8 { UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value) }

    private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
        value / divisor - (value % divisor < 0 ? 1 : 0)
    }
}
