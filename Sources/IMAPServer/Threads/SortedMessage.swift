/// What the keys of SORT compare; texts are keys of `SortOrder`, and empty where no criterion asks for them.
package struct SortedMessage: Sendable {
    /// The sequence number.
    package let number: UInt32
    /// INTERNALDATE, in microseconds since 1970.
    package let arrival: Int64
    /// The sent date, or INTERNALDATE where that is missing: microseconds since 1970.
    package let date: Int64
    /// In bytes.
    package let size: Int64
    package let subject: String
    package let from: String
    package let to: String
    package let cc: String

    package init(
        number: UInt32, arrival: Int64, date: Int64, size: Int64, subject: String, from: String, to: String, cc: String
    ) {
        self.number = number
        self.arrival = arrival
        self.date = date
        self.size = size
        self.subject = subject
        self.from = from
        self.to = to
        self.cc = cc
    }
}
