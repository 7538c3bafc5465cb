extension ContentPlace {
    /// Makes a store that only reads; a stand-in without content if there is none, or a damaged one.
    public func makeReader() -> ContentStore {
        ContentStore(at: self, access: .readOnly, isOptional: true)
    }
}
