package import EventLog

/// Puts a field back to what it was before a change; where it is not any more what the change made it, names it instead.
package func takeBack<Value: Equatable>(
    _ change: Change<Value>?, in field: inout Value, named name: String, _ stale: inout [String]
) {
    guard let change else { return }
    if field == change.new { field = change.old } else { stale.append(name) }
}
