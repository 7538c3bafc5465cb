import Cryptography
import EventLog
import FoundationEssentials
import JSONCoding
import Mail
import MailLedger
import TestSupport
import Testing

/// The shapes of events as they were declared, byte for byte: `Tests/Fixtures/Events/<type>.v<version>.json`.
///
/// A file has one event a line, between brackets: the first with every field, then some without. It is written once, by
/// `make freeze`, and never changes: what has to be stored otherwise is a new version with a file of its own. What a version before today's is
/// read as stands in `<type>.v<version>.today.json`.
struct FrozenShapeTests {
    private static let folder = projectRoot + "/Tests/Fixtures/Events"
    private static let manifest = folder + "/SHA256SUMS"

    private struct Line: Equatable {
        let type: EventType
        let bytes: String

        var form: String { "{\"\(type)\":\(bytes)}" }
    }

    private static func path(of type: EventType) -> String { "\(folder)/\(type.name).v\(type.schema).json" }

    private static func read(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n").dropFirst().dropLast().map { line in
            String(line.hasSuffix(",") ? line.dropLast() : line)
        }
    }

    private static func text(of lines: [String]) -> String {
        "[\n" + lines.joined(separator: ",\n") + "\n]\n"
    }

    /// Today's samples, as they are stored, by type.
    private static func samples() throws -> [EventType: [String]] {
        var samples: [EventType: [String]] = [:]
        for event in try SampleEvents.all() + SampleEvents.bare() {
            let bytes = try JSONBytesEncoder().encode(event)
            samples[type(of: event as any Event).type, default: []].append(String(decoding: bytes, as: UTF8.self))
        }
        return samples
    }

    /// Every name of a file in the folder, with the type that it is of.
    private static func files() throws -> [(name: String, type: EventType)] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted().compactMap { name in
            guard let match = name.wholeMatch(of: /(.+)\.v([0-9]+)\.json/), let schema = Int(match.2) else {
                return nil
            }
            return (name, EventType(String(match.1), schema: schema))
        }
    }

    @Test(.enabled("MAILLEDGER_FREEZE is not set") { ProcessInfo.processInfo.environment["MAILLEDGER_FREEZE"] != nil })
    func `types that have no file yet get one`() throws {
        try FileManager.default.createDirectory(atPath: Self.folder, withIntermediateDirectories: true)
        for (type, lines) in try Self.samples() where !FileManager.default.fileExists(atPath: Self.path(of: type)) {
            try Data(Self.text(of: lines).utf8).write(to: URL(filePath: Self.path(of: type)))
        }
        for (name, type) in try Self.files() where Contexts.builtIn.catalogue.olderTypes.contains(type) {
            let path = "\(Self.folder)/\(name.dropLast(".json".count)).today.json"
            guard !FileManager.default.fileExists(atPath: path) else { continue }
            try Data(Self.text(of: Self.read(name, as: type).map(\.form)).utf8).write(to: URL(filePath: path))
        }
        let sums = try FileManager.default.contentsOfDirectory(atPath: Self.folder).sorted().filter {
            $0.hasSuffix(".json")
        }.map { "\(try Self.sum(of: $0))  \($0)\n" }
        try Data(sums.joined().utf8).write(to: URL(filePath: Self.manifest))
    }

    /// What the events of a file are read as, in the form in which they would be stored today.
    private static func read(_ name: String, as type: EventType) throws -> [Line] {
        try lines(of: read("\(folder)/\(name)")).flatMap { line in
            try Contexts.builtIn.catalogue.decode(Array(line.utf8), type: type, at: Position(1)).map { event in
                let bytes = try JSONBytesEncoder().encode(event)
                return Line(type: Swift.type(of: event).type, bytes: String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    private static func sum(of name: String) throws -> String {
        SHA256Hasher.digest(of: Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))).hex
    }

    @Test func `every type of today has its file, and is written as it says`() throws {
        let samples = try Self.samples()
        #expect(Set(samples.keys) == Set(Contexts.builtIn.catalogue.types))
        for (type, lines) in samples {
            let frozen = try? Self.read(Self.path(of: type))
            guard let frozen else {
                Issue.record("\(type) is new: 'make freeze' writes its file")
                continue
            }
            #expect(Self.lines(of: frozen) == lines, "\(type): a shape never changes; make a new version of it")
        }
    }

    @Test func `every file is read, and today's shapes are written back as they were`() throws {
        let today = Set(Contexts.builtIn.catalogue.types)
        for (name, type) in try Self.files() {
            let read = try Self.read(name, as: type)
            guard !today.contains(type) else {
                let lines = Self.lines(of: try Self.read("\(Self.folder)/\(name)"))
                #expect(read == lines.map { Line(type: type, bytes: $0) }, "\(name)")
                continue
            }
            let expected = try Self.read(
                "\(Self.folder)/\(name.dropLast(".json".count)).today.json")
            #expect(Self.text(of: read.map(\.form)) == expected, "\(name)")
        }
    }

    @Test func `every version before today's has its file, and a way to today's`() throws {
        #expect(Contexts.builtIn.catalogue.gaps.isEmpty)
        let files = Set(try Self.files().map(\.type))
        for type in Contexts.builtIn.catalogue.types + Contexts.builtIn.catalogue.olderTypes {
            for schema in 1...type.schema {
                #expect(files.contains(EventType(type.name, schema: schema)), "\(type.name).v\(schema).json is missing")
            }
        }
        #expect(files == Set(Contexts.builtIn.catalogue.types + Contexts.builtIn.catalogue.olderTypes))
    }

    @Test func `no file was changed since it was frozen`() throws {
        let lines = try Self.read(Self.manifest).split(separator: "\n").map { $0.components(separatedBy: "  ") }
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".json") }
        #expect(lines.map { $0.last ?? "" } == names.sorted())
        for line in lines { #expect(try Self.sum(of: line.last ?? "") == line.first, "\(line)") }
    }

    @Test func `the first sample of each type has every field, so that no field is added unseen`() throws {
        for event in try SampleEvents.all() {
            expectWhole(event, at: "\(type(of: event as any Event).type)")
        }
    }

    private func expectWhole(_ subject: Any, at path: String) {
        let mirror = Mirror(reflecting: subject)
        if mirror.displayStyle == .optional {
            guard let wrapped = mirror.children.first?.value else {
                // The old or the new value of a change may be none.
                if !path.hasSuffix(".old"), !path.hasSuffix(".new") { Issue.record("\(path) is nil") }
                return
            }
            return expectWhole(wrapped, at: path)
        }
        guard mirror.displayStyle == .struct else { return }
        for child in mirror.children { expectWhole(child.value, at: "\(path).\(child.label ?? "")") }
    }
}
