package import EventLog

/// Sets a field back to its old value if it still has the new one, else notes its name.
package func takeBack<Value: Equatable>(
    _ change: Change<Value>?, in field: inout Value, named name: String, _ stale: inout [String]
) {
    guard let change else { return }
    if field == change.new { field = change.old } else { stale.append(name) }
}
