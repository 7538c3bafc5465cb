import Content
import Cryptography
import TestSupport
import Testing

extension ContentBackend {
    /// The frame of a content, wherever it is kept; nil where there is no row.
    func frame(of digest: SHA256Digest) throws -> [UInt8]? {
        guard let row = try find([digest])[0] else { return nil }
        var frame: [UInt8] = []
        if row.isInPieces {
            let pieces = try openPieces(of: row)
            var buffer = [UInt8](repeating: 0, count: 100_000)
            while case let count = try pieces.read(into: &buffer), count > 0 { frame += buffer[..<count] }
        } else {
            try load([digest]) { _, _, bytes in
                for index in bytes.indices { frame.append(bytes[index]) }
            }
        }
        return frame
    }

    func entries(_ order: ContentOrder, count: Int) throws -> [ContentEntry] {
        var entries: [ContentEntry] = []
        while case let page = try page(order, after: entries.last, count: count), !page.isEmpty { entries += page }
        return entries
    }
}

/// What every engine below a content store does.
struct BackendContractTests {
    struct Stop: Error {}

    /// What a backend ought to hold.
    private struct Model {
        var frames: [SHA256Digest: (number: Int64, size: Int64, frame: [UInt8])] = [:]
        var last: Int64 { frames.values.map(\.number).max() ?? 0 }
    }

    private static func digest(_ number: Int) -> SHA256Digest { SHA256Hasher.digest(of: Array("\(number)".utf8)) }

    private func expect(_ backend: any ContentBackend, holds model: Model, _ generator: inout SeededGenerator) throws {
        let asked = (0..<60).map(Self.digest).shuffled(using: &generator)
        let rows = try backend.find(asked)
        #expect(rows.count == asked.count)
        for (digest, row) in zip(asked, rows) {
            #expect(row?.size == model.frames[digest]?.size)
            #expect(row?.number == model.frames[digest]?.number)
            #expect(row?.storedSize == model.frames[digest].map { Int64($0.frame.count) })
            #expect(row.map(\.digest) ?? digest == digest)
        }
        var loaded: Set<SHA256Digest> = []
        try backend.load(asked) { index, row, _ in
            #expect(row == rows[index])
            #expect(loaded.insert(row.digest).inserted)
        }
        #expect(loaded == Set(model.frames.keys))
        for digest in asked.prefix(8) {
            let frame = try backend.frame(of: digest)
            #expect(frame == model.frames[digest]?.frame)
        }
        let count = Int.random(in: 1...20, using: &generator)
        let byDigest = try backend.entries(.digest, count: count)
        #expect(byDigest.map(\.digest) == model.frames.keys.sorted())
        let byArrival = try backend.entries(.arrival, count: count)
        #expect(byArrival.map(\.digest) == model.frames.sorted { $0.value.number < $1.value.number }.map(\.key))
        for entry in byArrival {
            #expect(entry.size == model.frames[entry.digest]?.size)
            #expect(entry.storedSize == model.frames[entry.digest].map { Int64($0.frame.count) })
        }
        #expect(
            try backend.statistics()
                == ContentStatistics(
                    count: model.frames.count, rawBytes: model.frames.values.reduce(0) { $0 + $1.size },
                    storedBytes: model.frames.values.reduce(0) { $0 + Int64($1.frame.count) }))
        #expect(try backend.lastNumber() == model.last)
    }

    /// Writes a few contents as rows and in pieces, and says so in the model.
    private func write(
        _ writer: any ContentWriter, _ backend: any ContentBackend, _ model: inout Model,
        _ generator: inout SeededGenerator
    ) throws {
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            let digest = Self.digest(Int.random(in: 0..<60, using: &generator))
            let isLarge = Int.random(in: 0..<6, using: &generator) == 0 && backend.largestRow < .max
            let known = model.frames[digest]
            if known == nil, !isLarge {
                let frame = generator.bytes(Int.random(in: 0..<3_000, using: &generator))
                try writer.insert(frame, of: digest, size: Int64(frame.count * 2))
                model.frames[digest] = (model.last + 1, Int64(frame.count * 2), frame)
            } else if known == nil || known.map({ $0.size > 1 << 20 }) == true, isLarge {
                let frame = generator.bytes(Int.random(in: 1..<2_500_000, using: &generator))
                let size = known?.size ?? 5_000_000
                let pieces = try writer.makePieces()
                for start in stride(from: 0, to: frame.count, by: 700_000) {
                    try pieces.append(Array(frame[start..<min(start + 700_000, frame.count)]).span)
                }
                try pieces.publish(as: digest, size: size)
                model.frames[digest] = (known?.number ?? model.last + 1, size, frame)
            }
            // It sees what it wrote.
            #expect(try backend.find([digest])[0]?.size == model.frames[digest]?.size)
        }
    }

    @Test(arguments: Engine.all) func `holds what a dictionary would`(engine: Engine) throws {
        var generator = SeededGenerator()
        let fixture = try engine()
        defer { fixture.keep() }
        var model = Model()
        for _ in 0..<30 {
            switch Int.random(in: 0..<6, using: &generator) {
            case 0:
                let gone = (0..<4).map { _ in Self.digest(Int.random(in: 0..<60, using: &generator)) }
                try fixture.backend.remove(gone)
                for digest in gone { model.frames[digest] = nil }
            case 1:
                // A new row only: a file that a batch replaced is the new one, whatever becomes of the batch.
                #expect(throws: Stop.self) {
                    try fixture.backend.batch { writer in
                        try writer.insert([1], of: Self.digest(1_000), size: 1)
                        throw Stop()
                    }
                }
            default:
                try fixture.backend.batch { try write($0, fixture.backend, &model, &generator) }
            }
            try expect(fixture.backend, holds: model, &generator)
        }
        #expect(model.frames.count > 10)
        if engine.testDescription != ":memory:" { try expect(fixture.open(.readOnly), holds: model, &generator) }
        #expect(try fixture.backend.purge())
        #expect(try fixture.backend.mend())
        #expect(try fixture.backend.removeLeftovers() == 0)
        try expect(fixture.backend, holds: model, &generator)
    }

    @Test(arguments: Engine.all) func `keeps nothing of a batch that is taken back`(engine: Engine) throws {
        var generator = SeededGenerator()
        let fixture = try engine()
        defer { fixture.keep() }
        let backend = fixture.backend
        let (row, large) = (Self.digest(1), Self.digest(2))
        let frame = generator.bytes(1_500_000)
        #expect(throws: Stop.self) {
            try backend.batch { writer in
                try writer.insert([1, 2, 3], of: row, size: 3)
                let pieces = try writer.makePieces()
                try pieces.append(frame.span)
                try pieces.publish(as: large, size: 2_000_000)
                #expect(try backend.frame(of: large) == frame)
                _ = try writer.makePieces()
                throw Stop()
            }
        }
        #expect(try backend.find([row, large]) == [nil, nil])
        #expect(try backend.statistics().count == 0)
        try backend.forEachLeftover { place in
            Issue.record("\(place) is left")
            return true
        }
        // The numbers are given again.
        try backend.batch { try $0.insert([1], of: row, size: 1) }
        #expect(try backend.find([row])[0]?.number == 1)
    }

    @Test(arguments: Engine.all) func `pieces that are not published leave nothing`(engine: Engine) throws {
        let fixture = try engine()
        defer { fixture.keep() }
        let backend = fixture.backend
        try backend.batch { writer in
            let pieces = try writer.makePieces()
            try pieces.append([1, 2, 3].span)
        }
        #expect(try backend.statistics().count == 0)
        try backend.forEachLeftover { place in
            Issue.record("\(place) is left")
            return true
        }
    }

    @Test(arguments: Engine.all) func `refuses a batch within a batch, and goes on with the first`(engine: Engine)
        throws
    {
        let fixture = try engine()
        defer { fixture.keep() }
        let backend = fixture.backend
        try backend.batch { writer in
            #expect(throws: ContentError.busy) { try backend.batch { _ in } }
            #expect(throws: ContentError.busy) { try backend.remove([Self.digest(1)]) }
            try writer.insert([1], of: Self.digest(1), size: 1)
        }
        #expect(try backend.find([Self.digest(1)])[0] != nil)
    }

    @Test(arguments: Engine.shared) func `others see a batch as a whole, and wait with theirs`(engine: Engine) throws {
        let fixture = try engine()
        defer { fixture.keep() }
        let other = try fixture.open()
        try fixture.backend.batch { writer in
            try writer.insert([1], of: Self.digest(1), size: 1)
            #expect(try other.find([Self.digest(1)]) == [nil])
            #expect(try other.entries(.digest, count: 9) == [])
            #expect(throws: ContentError.busy) { try other.batch { _ in } }
            #expect(throws: ContentError.busy) { try other.remove([]) }
            #expect(throws: ContentError.busy) { try other.removeLeftovers() }
        }
        #expect(try other.find([Self.digest(1)])[0]?.number == 1)
        try other.batch { try $0.insert([2], of: Self.digest(2), size: 1) }
        #expect(try fixture.backend.entries(.arrival, count: 1).map(\.number) == [1, 2])
    }

    @Test(arguments: Engine.shared) func `opened for reading refuses to write`(engine: Engine) throws {
        let fixture = try engine()
        defer { fixture.keep() }
        try fixture.backend.batch { try $0.insert([1], of: Self.digest(1), size: 1) }
        let reader = try fixture.open(.readOnly)
        #expect(throws: ContentError.notWritable(path: fixture.place.path)) {
            try reader.batch { try $0.insert([2], of: Self.digest(2), size: 1) }
        }
        #expect(throws: ContentError.notWritable(path: fixture.place.path)) { try reader.remove([Self.digest(1)]) }
        #expect(try reader.frame(of: Self.digest(1)) == [1])
    }
}
