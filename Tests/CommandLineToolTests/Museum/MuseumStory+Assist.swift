import Testing

extension MuseumStory {
    /// A profile and a canned answer come and go, and a model and a person claim things of a message.
    mutating func claimAndAnswer() throws {
        try run("profile", "set", "--email", Self.guest)
        try run("erase", "profile", "--reason", "request 15", "--yes")
        try run(
            "profile", "set", "--email", Self.home, "--display-name", "Mara Lindqvist", "--time-zone", "Europe/Oslo")
        try run("profile", "set", "--time-zone", "Europe/Stockholm")
        try run("profile", "feature", "sentiment", "off")
        try run("profile", "connect", "google")
        try run("answer", "add", "--category", "Equipment", "--question", "which pot", "--text", "The blue one.")
        try run("answer", "edit", "which pot", "--text", "The red one.")
        let clouds = try ledger.id("subject:altocumulus")
        try run("classify", clouds, "--category", "fan", "--confidence", "0.75", "--score", "40", "--by", "model-x")
        try run("classify", clouds, "--category", "business", "--memory", "m-1")
        try run("answer", "use", "which pot", clouds)
        try run("undo")
        let undone = try ledger.json("log", "--limit", "1").array?.first?["operation"]?.string
        try run("undo", #require(undone))
        try run("answer", "delete", "which pot")
        try run("undo")
        try run("profile", "delete")
        try run("undo")
        try run("answer", "add", "--question", "which tray", "--text", "None.")
        try run("erase", "answer", "which tray", "--reason", "request 16", "--yes")
    }
}
