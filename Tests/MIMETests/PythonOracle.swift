import Foundation

/// What Python's `email` package, with `policy.default`, says of one message.
struct OracleAnswer: Decodable {
    struct Entry: Decodable {
        /// The group's name; `nil` for a lone mailbox.
        var group: String?
        /// Display name and addr-spec of each mailbox.
        var mailboxes: [[String]]
    }

    var path: String
    /// Why Python's answer does not count: a defect of the message, a part or a header, or what it raised.
    var excuse: String?
    var subject: String?
    var from: [Entry]?
    var to: [Entry]?
    /// Seconds since 1970 UTC; a date without a zone is taken as UTC.
    var date: Double?
    var message_id: String?
}

/// Runs one Python for all files.
enum PythonOracle {
    /// A message counts where Python 3.11 reports no defect (of the message, of every part, of every header's `defects`) and raises
    /// on no header. Python takes a year of three digits as it stands; RFC 5322 section 4.3 counts it from 1900. It
    /// takes PM for a zone that it does not know, so it gets the time of a clock of 24 hours.
    static let script = #"""
        import sys, json, datetime, email, email.policy, email.utils, re

        def hours24(match):
            hour = int(match[1]) % 12 + (12 if match[3].lower() == "pm" else 0)
            return str(hour) + match[2] + " "

        def entries(header):
            if header is None:
                return []
            return [{"group": g.display_name,
                     "mailboxes": [[a.display_name, a.addr_spec] for a in g.addresses]} for g in header.groups]

        def answer(path):
            result = {"path": path}
            try:
                with open(path, "rb") as file:
                    message = email.message_from_binary_file(file, policy=email.policy.default)
                for part in message.walk():
                    for defect in part.defects:
                        result["excuse"] = type(defect).__name__
                    for name, value in part.items():
                        for defect in getattr(value, "defects", ()):
                            result["excuse"] = name + ": " + type(defect).__name__
                if "excuse" in result:
                    return result
                subject, date, identifier = message["subject"], message["date"], message["message-id"]
                result["subject"] = None if subject is None else str(subject)
                result["from"] = entries(message["from"])
                result["to"] = entries(message["to"])
                if date is not None and date.datetime is not None:
                    moment = date.datetime
                    raw = next(value for name, value in message.raw_items() if name.lower() == "date")
                    # A comment before the zone, which Python takes for the zone (RFC 5322 section 4.3).
                    plain = re.sub(r"\([^()]*\)(?=\s+[-+]\d)", "", raw)
                    plain = re.sub(r"\b(0?\d|1[0-2])((?::\d\d)+) ?([AP]M)\b", hours24, plain, flags=re.I)
                    if plain != raw:
                        moment = email.utils.parsedate_to_datetime(plain)
                    if moment.tzinfo is None:
                        moment = moment.replace(tzinfo=datetime.timezone.utc)
                    if moment.year < 1000:
                        moment = moment.replace(year=moment.year + 1900)
                    epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
                    result["date"] = (moment - epoch).total_seconds()
                result["message_id"] = None if identifier is None else str(identifier)
            except Exception as error:
                result = {"path": path, "excuse": "raises " + type(error).__name__}
            return result

        if sys.version_info[:2] != (3, 11):
            sys.exit(3)
        for line in sys.stdin:
            print(json.dumps(answer(line.rstrip("\n"))))
        """#

    /// Returns an answer for each file; `nil` where there is no Python 3.11.
    static func answers(for paths: [String]) throws -> [OracleAnswer]? {
        try lines(of: script, for: paths)
    }

    /// Runs a script that writes a line of JSON for each line of its input; nil where there is no Python 3.11.
    static func lines<Answer: Decodable>(of script: String, for paths: [String]) throws -> [Answer]? {
        for python in ["/usr/bin/python3.11", "/usr/local/bin/python3.11", "/usr/bin/python3"]
        where FileManager.default.isExecutableFile(atPath: python) {
            let list = FileManager.default.temporaryDirectory.appendingPathComponent("oracle-\(UUID()).txt")
            try paths.map { $0 + "\n" }.joined().write(to: list, atomically: false, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: list) }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: python)
            process.arguments = ["-c", script]
            process.standardInput = try FileHandle(forReadingFrom: list)
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { continue }
            let decoder = JSONDecoder()
            return try data.split(separator: 0x0A).map { try decoder.decode(Answer.self, from: $0) }
        }
        return nil
    }
}

/// The real mail beside the project, which its tests read and never copy.
enum RealMail {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["MAILLEDGER_MAIL"] { return URL(fileURLWithPath: path) }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return root.appendingPathComponent("../shared/mail").standardizedFileURL
    }()

    static let isThere = FileManager.default.fileExists(atPath: folder.path)

    /// Every file that a manifest calls one message (`eml`).
    static func messageFiles() throws -> [String] {
        var files: [String] = []
        for set in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let manifest = folder.appendingPathComponent(set).appendingPathComponent("MANIFEST.tsv")
            guard let text = try? String(contentsOf: manifest, encoding: .utf8) else { continue }
            for row in text.split(separator: "\n").dropFirst() {
                let fields = row.split(separator: "\t", omittingEmptySubsequences: false)
                guard fields.count >= 5, fields[2] == "eml" else { continue }
                files.append(folder.appendingPathComponent(set).appendingPathComponent(String(fields[4])).path)
            }
        }
        return files
    }
}
