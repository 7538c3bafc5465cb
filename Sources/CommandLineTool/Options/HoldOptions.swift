internal import ArgumentParsing

/// Whether held mail may go all the same.
struct HoldOptions: ParsableArguments {
    @Flag(name: .long, help: "Also remove held mail; needs --reason, and is recorded as an event.")
    var overrideHold = false
}
