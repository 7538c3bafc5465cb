internal import MailLedger

struct CollectionForm: Encodable {
    let contents: Int
    let storedBytes: Int64
    let leftovers: Int
    let isDryRun: Bool

    init(_ collection: ContentCollection, isDryRun: Bool) {
        contents = collection.contents
        storedBytes = collection.storedBytes
        leftovers = collection.leftovers
        self.isDryRun = isDryRun
    }
}
