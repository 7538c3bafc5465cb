internal import CivilTime
internal import EventLog
package import LedgerHistory

/// Numbers over time.
public struct SeriesForm: Encodable, Sendable {
    package let series: Series

    package init(_ series: Series) {
        self.series = series
    }

    enum CodingKeys: CodingKey {
        case name, step, unit, from, to, starts, lines
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(series.name, forKey: .name)
        try container.encode(series.step, forKey: .step)
        try container.encode(series.name.unit, forKey: .unit)
        try container.encode(series.starts.first.map(DayRange.text), forKey: .from)
        try container.encode(series.lastDay.map(DayRange.text), forKey: .to)
        try container.encode(series.starts.map(DayRange.text), forKey: .starts)
        try container.encode(series.lines.map(Line.init), forKey: .lines)
    }

    private struct Line: Encodable {
        let actor: String?
        let isRest: Bool
        let values: [Int64]

        init(_ line: Series.Line) {
            actor = line.actor
            isRest = line.isRest
            values = line.values
        }
    }
}

extension Series.Name {
    fileprivate var unit: String {
        switch self {
        case .mailByMonth, .total, .unread: "messages"
        case .changesByActor: "events"
        case .size: "bytes"
        }
    }
}

/// The stops of a slider.
public struct MomentsForm: Encodable, Sendable {
    package let stops: Stops

    package init(_ stops: Stops) {
        self.stops = stops
    }

    enum CodingKeys: CodingKey {
        case precision, stops
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(stops.precision.rawValue, forKey: .precision)
        try container.encode(stops.stops.map(Stop.init), forKey: .stops)
    }

    private struct Stop: Encodable {
        let position: Int64
        let time: String
        let operations: Int
        let events: Int
        let loudest: Loudest?

        init(_ stop: Stops.Stop) {
            position = stop.position.rawValue
            time = stop.time.iso8601
            operations = stop.operations
            events = stop.events
            loudest = stop.loudest.map(Loudest.init)
        }
    }

    private struct Loudest: Encodable {
        let operation: String
        let actor: String?
        let command: String?
        let reason: String?
        let events: Int

        init(_ loudest: Stops.Loudest) {
            operation = loudest.operation.description
            actor = loudest.actor
            command = loudest.command
            reason = loudest.reason
            events = loudest.events
        }
    }
}
