import DiskFiles
import Foundation
import SampleMail
import TestSupport
import Testing

@Suite struct `The sample mail in the program` {
    @Test func `is that of the folder Samples, to the last byte`() throws {
        let directory = try TemporaryDirectory()
        try SampleMail.write(below: directory.path, on: KernelFiles.shared)
        let samples = "\(projectRoot)/Samples"
        let names = filesBelow(samples)
        #expect(names.count > 50 && filesBelow(directory.path) == names)
        for name in names {
            let carried = FileManager.default.contents(atPath: directory.path(name))
            #expect(carried == FileManager.default.contents(atPath: "\(samples)/\(name)"), "\(name)")
        }
    }
}
