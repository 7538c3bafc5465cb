internal import Glibc

/// Numbers as people read them.
enum Figures {
    /// Three digits that count, no more.
    static func short(_ number: Double) -> String {
        guard number.isFinite else { return "–" }
        let magnitude = abs(number)
        let digits = magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : 2
        let scale = pow(10, Double(digits))
        let scaled = Int((magnitude * scale).rounded())
        let whole = grouped(scaled / Int(scale))
        guard digits > 0 else { return (number < 0 ? "-" : "") + whole }
        let part = String(scaled % Int(scale) + Int(scale)).dropFirst()
        return (number < 0 ? "-" : "") + "\(whole).\(part)"
    }

    private static func grouped(_ number: Int) -> String {
        number >= 1_000 ? grouped(number / 1_000) + "," + String(number % 1_000 + 1_000).dropFirst() : String(number)
    }

    static func pairedRounds(_ count: Int) -> String { "\(count) paired \(count == 1 ? "round" : "rounds")" }

    static func text(_ value: Double, _ unit: Measurement.Unit) -> String {
        switch unit {
        case .seconds: value < 1 ? short(value * 1_000) + " ms" : short(value) + " s"
        case .bytes: value < 1e6 ? short(value / 1e3) + " kB" : short(value / 1e6) + " MB"
        case .perSecond: short(value) + "/s"
        case .count: "\(Int(value))"
        }
    }
}
