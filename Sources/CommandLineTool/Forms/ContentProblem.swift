internal import Content

/// What a look at the content store found, in words.
enum ContentProblem {
    /// Whether a finding is about a content that was read, and not about a file beside the contents.
    static func isOfContent(_ finding: ContentFinding) -> Bool {
        switch finding {
        case .sound, .corrupt: true
        case .missing, .leftover, .dictionary, .index: false
        }
    }

    /// Nil for a content that is what it should be.
    static func describe(_ finding: ContentFinding) -> String? {
        switch finding {
        case .sound, .leftover: nil
        case .corrupt(let digest, let reason): "content \(digest) is damaged: \(reason)"
        case .missing(let digest): "content \(digest) is missing"
        case .dictionary(let copy):
            "a copy of the content store's dictionary is lost or damaged: \(copy); the next import writes it again"
        case .index(let reason):
            "the index of the content store is damaged: \(reason); 'backup' into a new folder makes a sound copy"
        }
    }
}
