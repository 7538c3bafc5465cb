/// The reason why a tree cannot be written.
package enum TreeError: Error {
    /// A row does not come after the one before it.
    case outOfOrder
    /// Two rows have the same value in a unique index.
    case notUnique
    /// A sorted run on the disk ends too early.
    case cutRun
    /// The other tables take more pages than were kept for them.
    case tooManyPages
}
