extension Array {
    /// Returns the place of the element with an id, if the elements are in the order of their ids.
    ///
    /// - Complexity: O(log *n*).
    func index(ofSorted id: Int64, by idOf: (Element) -> Int64) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if idOf(self[middle]) < id { low = middle + 1 } else { high = middle }
        }
        return low < count && idOf(self[low]) == id ? low : nil
    }
}
