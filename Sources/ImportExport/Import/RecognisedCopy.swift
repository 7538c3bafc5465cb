internal import EventLog
internal import Mail

/// A copy that an import had taken from a file of the Maildir, with the change that a dry run does not record.
struct RecognisedCopy {
    let stream: StreamID
    let change: CopyChanged
}
