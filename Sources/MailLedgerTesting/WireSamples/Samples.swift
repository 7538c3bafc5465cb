internal import CivilTime
public import EventLog
public import WireModels

/// The parts of the samples of wire forms; each call makes new ones with the same values.
public enum WireSample {
    /// An id whose digits are all the same.
    public static func id(_ digit: UInt8) -> UniqueID {
        UniqueID.random { count in [UInt8](repeating: digit << 4 | digit, count: count) }
    }

    /// A moment, some minutes after 2026-02-11 18:04:05.678.
    public static func time(minutes: Int64 = 0) -> WireTime {
        WireTime(Timestamp(microseconds: 1_770_833_045_678_000 + minutes * 60_000_000))
    }
}
