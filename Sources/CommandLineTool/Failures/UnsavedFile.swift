internal import MailLedger

/// A change is recorded, and the file that goes with it could not be written.
struct UnsavedFile: Refusable {
    let cause: any Error

    var refusal: Refusal {
        Refusal(describing: cause).within("", "; the change is recorded, and the same command writes the file")
    }
}
