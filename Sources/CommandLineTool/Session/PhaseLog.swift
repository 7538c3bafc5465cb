internal import CivilTime
internal import DiskFiles
internal import EventLog
internal import JSONCoding
internal import MailLedger
internal import Processes

/// Says what takes how long: to people with `--verbose`, and as lines of JSON to the file that `MAILLEDGER_LOG` names.
struct PhaseLog: Sendable {
    /// `stderr`, or the path of a file that lines are appended to.
    static let variable = "MAILLEDGER_LOG"

    private let tellsPeople: Bool
    private let path: String?

    /// Nil where nobody wants to know.
    init?(isVerbose: Bool) {
        let named = Surroundings.current.variable(Self.variable).flatMap { $0.isEmpty ? nil : $0 }
        guard isVerbose || named != nil else { return nil }
        (tellsPeople, path) = (isVerbose, named)
    }

    func note(_ phase: Phase) {
        if tellsPeople {
            let events = phase.events.map { ", \(Counted.events(Int($0)))" } ?? ""
            StandardError.line("\(phase.name.rawValue): \(Self.milliseconds(phase.microseconds))\(events)")
        }
        guard let path, let bytes = try? JSONBytesEncoder().encode(Line(phase)) else { return }
        append(bytes + [UInt8(ascii: "\n")], to: path)
    }

    private static func milliseconds(_ microseconds: Int64) -> String {
        "\(microseconds / 1_000).\(microseconds % 1_000 / 100) ms"
    }

    // A log that cannot be written is no reason to fail. One write a line: processes may share the file.
    private func append(_ bytes: [UInt8], to path: String) {
        guard path != "stderr" else { return StandardError.write(String(decoding: bytes, as: UTF8.self)) }
        guard let file = try? Descriptor.forAppending(path) else { return }
        try? file.write(bytes.span)
        file.close()
    }

    private struct Line: Encodable {
        let time: String
        let process: Int32
        let phase: String
        let microseconds: Int64
        let events: Int64?

        init(_ phase: Phase) {
            time = Timestamp.now.iso8601
            process = ThisProcess.number
            self.phase = phase.name.rawValue
            microseconds = phase.microseconds
            events = phase.events
        }
    }
}
