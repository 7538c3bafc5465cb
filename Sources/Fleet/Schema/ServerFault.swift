/// A setting of a server, or of the way to it, by which mail can be lost, changed or seen.
package struct ServerFault: Hashable, Sendable {
    /// What an opening makes of it; `doctor` names all of them.
    package enum Weight: Sendable {
        /// No ledger is opened.
        case refused
        /// A ledger is opened, and a note says so.
        case warned
        /// `doctor` alone says so.
        case named
    }

    package let weight: Weight
    /// The setting, as `postgresql.conf` or libpq calls it, or what is wrong otherwise.
    package let name: String
    package let value: String
    /// What happens because of it.
    let consequence: String
    /// What an operator does about it.
    let advice: String
}

extension ServerFault: CustomStringConvertible {
    package var description: String { "\(name) is \(value): \(consequence). \(advice)" }
}
