import Foundation
import JSONCoding
import TestSupport
import Testing
import WireModels

/// The JSON of every form, byte for byte.
///
/// A file is written once, where it is missing and MAILLEDGER_FREEZE is set; from then on a program outside relies on it.
@Suite struct `Golden wire forms` {
    @Test(.enabled("MAILLEDGER_FREEZE is not set") { ProcessInfo.processInfo.environment["MAILLEDGER_FREEZE"] != nil })
    func `wire forms that have no file yet get one`() throws {
        for form in GoldenForm.all where !FileManager.default.fileExists(atPath: form.path) {
            try Data(form.written()).write(to: URL(filePath: form.path))
        }
    }

    @Test(.requirement(39, 126, 153, 166, 184, 185), arguments: GoldenForm.all)
    func `a form is written as its file says, and read from it`(form: GoldenForm) throws {
        let golden = [UInt8](try Data(contentsOf: URL(filePath: form.path)))
        #expect(String(decoding: try form.written(), as: UTF8.self) == String(decoding: golden, as: UTF8.self))
        #expect(try form.isReadBack(golden))
    }

    @Test(.requirement(186), arguments: GoldenForm.all)
    func `a key that nobody knows is passed over`(form: GoldenForm) throws {
        let golden = [UInt8](try Data(contentsOf: URL(filePath: form.path)))
        guard case .object(var object) = try JSONBytesDecoder().decode(JSONValue.self, from: golden) else {
            return #expect(Bool(false), "\(form.name) is not an object")
        }
        object["of_the_future"] = .array([1, 2])
        #expect(try form.isReadBack(JSONBytesEncoder().encode(object)))
    }

    @Test(.requirement(187)) func `every key is snake case, every id lower case, and every file belongs to a form`()
        throws
    {
        let files = try FileManager.default.contentsOfDirectory(atPath: GoldenForm.folder).filter {
            $0.hasSuffix(".json")
        }
        #expect(files.sorted() == GoldenForm.all.map { $0.name + ".json" }.sorted())
        for file in files {
            let text = try String(contentsOfFile: "\(GoldenForm.folder)/\(file)", encoding: .utf8)
            let keys = text.matches(of: /"([^"]*)":/).map { String($0.1) }
            #expect(!keys.isEmpty)
            for key in keys { #expect(key.wholeMatch(of: /[a-z]+(_[a-z]+)*/) != nil, "\(file): \(key)") }
            for id in text.matches(of: /"([0-9A-Fa-f]{8}-[0-9A-Fa-f-]{27})"/) {
                #expect(String(id.1) == id.1.lowercased(), "\(file): \(id.1)")
            }
            for time in text.matches(of: /"(\d{4}-\d\d-\d\dT[^"]*)"/) {
                #expect(time.1.wholeMatch(of: /.{10}T\d\d:\d\d:\d\d\.\d{6}Z/) != nil, "\(file): \(time.1)")
            }
        }
    }
}
