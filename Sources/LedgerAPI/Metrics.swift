internal import Synchronization

/// Counts what was answered, for a monitor.
final class Metrics: Sendable {
    private struct Key: Hashable {
        let request: String
        let status: Int
    }

    private struct Count {
        var answers = 0
        var microseconds: Int64 = 0
    }

    private let counts = Mutex<[Key: Count]>([:])

    /// Counts an answer. What is no request of the ledger and no path has one name: a client makes no new ones.
    func note(_ request: String, status: Int, microseconds: Int64) {
        counts.withLock { counts in
            counts[Key(request: request, status: status), default: Count()].answers += 1
            counts[Key(request: request, status: status), default: Count()].microseconds += microseconds
        }
    }

    /// What a monitor reads of the server beside the answers.
    struct Gauges {
        let position: Int64
        let readers: Int
        let busyReaders: Int
        let waitingQuestions: Int
        let waitingCommands: Int
        let streams: Int
    }

    /// The text of Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/), version 0.0.4.
    func text(_ gauges: Gauges) -> String {
        let counts = counts.withLock { $0 }.sorted {
            ($0.key.request, $0.key.status) < ($1.key.request, $1.key.status)
        }
        var lines = [
            "# HELP mailledger_requests_total Answers by request and status.",
            "# TYPE mailledger_requests_total counter",
        ]
        for (key, count) in counts {
            lines.append(
                "mailledger_requests_total{request=\"\(key.request)\",status=\"\(key.status)\"} \(count.answers)")
        }
        lines += [
            "# HELP mailledger_request_seconds_total Time from the request to its answer.",
            "# TYPE mailledger_request_seconds_total counter",
        ]
        for (key, count) in counts {
            let seconds = Double(count.microseconds) / 1_000_000
            lines.append(
                "mailledger_request_seconds_total{request=\"\(key.request)\",status=\"\(key.status)\"} \(seconds)")
        }
        func gauge(_ name: String, _ help: String, _ value: some BinaryInteger) {
            lines += [
                "# HELP mailledger_\(name) \(help)", "# TYPE mailledger_\(name) gauge", "mailledger_\(name) \(value)",
            ]
        }
        gauge("position", "The last position of the log.", gauges.position)
        gauge("readers", "Threads that answer questions.", gauges.readers)
        gauge("readers_busy", "Those that answer one now.", gauges.busyReaders)
        gauge("questions_waiting", "Questions that wait for a thread.", gauges.waitingQuestions)
        gauge("commands_waiting", "Commands that wait to be written.", gauges.waitingCommands)
        gauge("streams", "Answers that go on and on.", gauges.streams)
        return lines.joined(separator: "\n") + "\n"
    }
}
