package import EventLog

/// Sets a field back to its old value if it still has the new one, else notes its name.
package func takeBack<Value: Equatable>(
    _ change: Change<Value>?, in field: inout Value, named name: String, _ stale: inout [String]
) {
    guard let change else { return }
    if field == change.new { field = change.old } else { stale.append(name) }
}

/// Takes the elements that came out of a list, and puts those that left into it again, else notes its name.
package func takeBack<Element>(
    _ change: ListChange<Element>?, in field: inout [Element], named name: String, _ stale: inout [String]
) {
    guard let change else { return }
    if let old = change.takenBack(from: field) { field = old } else { stale.append(name) }
}

/// Sets a text back if it is still the one after the change, else notes its name.
package func takeBack(
    _ change: TextChange?, in field: inout String, named name: String, _ stale: inout [String]
) {
    guard let change else { return }
    if let old = change.takenBack(from: field) { field = old } else { stale.append(name) }
}
