import Foundation

/// Whether tests may take long, as `make soak` lets them.
package enum Soak {
    /// How many seconds a test that draws by lot is to go on for: `MAILLEDGER_SOAK_SECONDS`; nil in the suite.
    package static let seconds = ProcessInfo.processInfo.environment["MAILLEDGER_SOAK_SECONDS"].flatMap { Int($0) }

    /// The size that is stated, in a soak; a small one in the suite.
    package static func size(_ stated: Int, inSuite small: Int) -> Int { seconds == nil ? small : stated }
}
