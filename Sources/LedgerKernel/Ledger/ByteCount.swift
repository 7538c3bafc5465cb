/// Bytes in the units that people read.
package enum ByteCount {
    /// Writes a count with at most one digit behind the point, as in `1.4 kB`.
    package static func text(_ count: Int64) -> String {
        var value = Double(count)
        for unit in ["B", "kB", "MB", "GB", "TB"] {
            if value < 1000 || unit == "TB" {
                return unit == "B" ? "\(count) B" : "\((value * 10).rounded() / 10) \(unit)"
            }
            value /= 1000
        }
        return "\(count) B"
    }
}
