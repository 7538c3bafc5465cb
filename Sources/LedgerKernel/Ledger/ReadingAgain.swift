internal import SQLiteDatabase

/// The errors on which ``Ledger/read(_:)`` lends other read models and calls its closure again.
package enum ReadingAgain {
    /// Whether an error is one of these: a closure that catches errors lets it through.
    package static func follows(_ error: any Error) -> Bool {
        if let error = error as? SQLiteError { return error.isCorrupt }
        return error is FullTextBehind || error is SearchIndex.NotAttached || error is PastReading.NotLive
    }
}
