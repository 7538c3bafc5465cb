internal import Glibc

/// A distribution that is known by some of its quantiles; between two of them values lie evenly on a logarithmic scale.
struct Quantiles: Sendable {
    private let points: [(share: Double, logarithm: Double)]

    /// - Parameter points: Shares from 0 to 1 with the value below which that share lies.
    init(_ points: (share: Double, value: Double)...) {
        self.points = points.map { ($0.share, log($0.value)) }
    }

    func draw(_ random: inout SplitMix64) -> Int {
        let share = random.share()
        for (low, high) in zip(points, points.dropFirst()) where share < high.share {
            let part = (share - low.share) / (high.share - low.share)
            return Int(exp(low.logarithm + part * (high.logarithm - low.logarithm)).rounded())
        }
        return Int(exp(points.last?.logarithm ?? 0))
    }
}

/// What the mail of public lists looks like: 87,001 messages were measured.
enum MailShape {
    /// Bytes of the text of a message, quotes included; with the header the median is 6.6 kB.
    static let textSize = Quantiles((0, 250), (0.5, 1_600), (0.9, 12_000), (0.99, 80_000), (1, 400_000))
    /// Bytes of the header, whose median has 30 fields.
    static let headerSize = Quantiles((0, 1_200), (0.5, 4_100), (0.9, 7_000), (0.99, 12_600), (1, 20_000))
    /// Bytes of an attachment before it is encoded; half of them are signatures.
    static let attachmentSize = Quantiles((0, 200), (0.5, 800), (0.9, 108_000), (0.99, 420_000), (1, 2_300_000))
    static let recipients = Quantiles((0, 1), (0.5, 7), (0.9, 20), (0.99, 56), (1, 238))
    /// Messages of a thread, beside the 46 in 100 that have one and the 21 that have two.
    static let threadSize = Quantiles((0, 2.6), (0.58, 5.4), (0.83, 10.4), (0.947, 20.4), (0.998, 50), (1, 834))

    static let isSingle = 0.46
    static let isPair = 0.21
    static let isMultipart = 0.33
    static let hasHTML = 0.11
    static let hasAttachment = 0.09
    static let senders = 4_004
    static let topSendersShare = 0.38
    static let maximumReferences = 37
}
