/// An answer in which all that differs from run to run has a name instead, by its first appearance.
///
/// Ids become `id-1`, digests `digest-1`, times that are not of the year of the sample mail `time-1`; sizes of files
/// and speeds become `N`, the system's user and host `USER` and `HOST`, the test's own folder becomes `DIR`.
func normalized(_ text: String, directory: String) -> String {
    let hex = "[0-9a-f]"
    var text = text.replacing(directory, with: "DIR")
    for (name, pattern) in [
        ("id", "\(hex){8}-\(hex){4}-\(hex){4}-\(hex){4}-\(hex){12}"), ("digest", "\(hex){64}"),
        ("salt", "\\b\(hex){32}\\b"),
        ("time", "20(?:2[5-9]|[3-9][0-9])-[0-9]{2}-[0-9]{2}T[0-9:.]+Z"),
    ] {
        guard let regex = try? Regex(pattern) else { continue }
        var names: [String: String] = [:]
        text = text.replacing(regex) { match in
            let value = String(text[match.range])
            let known = names[value] ?? "\(name)-\(names.count + 1)"
            names[value] = known
            return known
        }
    }
    text = text.replacing(/"os_user":( ?)"[^"]*",(\s*)"host":( ?)"[^"]*"/) {
        "\"os_user\":\($0.output.1)\"USER\",\($0.output.2)\"host\":\($0.output.3)\"HOST\""
    }
    return text.replacing(/"(log|content|views|search|messages_per_second)":( ?)[0-9]+(?:\.[0-9]+)?/) {
        "\"\($0.output.1)\":\($0.output.2)N"
    }
}
