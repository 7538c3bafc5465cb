extension Files {
    /// Asks again and again until the answer is yes; false if it is still no once `limit` is over.
    ///
    /// flock(2) knows no time-out, and an alarm would be the whole process's.
    package func wait<Failure: Error>(
        atMost limit: Duration, until isDone: () throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        var waited = Duration.zero
        while try !isDone() {
            guard waited < limit else { return false }
            pause(20_000)
            waited += .milliseconds(20)
        }
        return true
    }
}
