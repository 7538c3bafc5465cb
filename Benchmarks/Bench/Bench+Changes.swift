/// Changes of much mail at once, and the way back.
extension Bench {
    func measureChanges() throws {
        try measureMarks()
        try measureDeletion()
    }

    // All mail begins unread on both sides, so that both change the same messages.
    private func measureMarks() throws {
        try tool.program("mark", "--unread", "*").run()
        try notmuch?.program("tag", "+unread", "--", "*").run()
        var back: [Double] = []
        var peerBack: [Double] = []
        try compare(
            "mark all read", of: .all, goal: .timesAsFast(100),
            ours: {
                let marked = try tool.program("mark", "--read", "*").run().wall
                back.append(try tool.program("undo", "--yes").run().wall)
                return marked
            },
            theirs: [
                notmuch.map { peer in
                    (
                        "notmuch tag",
                        {
                            let marked = try peer.program("tag", "-unread", "--", "*").run().wall
                            peerBack.append(try peer.program("tag", "+unread", "--", "*").run().wall)
                            return marked
                        }
                    )
                }
            ])
        add(
            "undo it", of: .all, .seconds, Readings(values: back),
            notmuch.map { _ in ("notmuch tag", Readings(values: peerBack)) }, .timesAsFast(100))
    }

    private func measureDeletion() throws {
        guard let account = mail.accounts.last else { return }
        let address = LedgerTool.address(account)
        var peers: [(name: String, folder: String, update: () throws -> Double, bound: Double)] = []
        if let notmuch {
            peers.append(("notmuch new", notmuch.mail, { try notmuch.program("new", "--quiet").run().wall }, 50))
        }
        if let mu { peers.append(("mu index", mu.mail, { try mu.program("index", "--quiet").run().wall }, 20)) }
        var gone: [[Double]] = peers.map { _ in [] }
        var back: [[Double]] = peers.map { _ in [] }
        var ours: (gone: [Double], back: [Double]) = ([], [])
        for _ in 0..<options.rounds {
            ours.gone.append(try tool.program("account", "delete", address, "--yes").run().wall)
            ours.back.append(try tool.program("undo", "--yes").run().wall)
            for (index, peer) in peers.enumerated() {
                let folder = "\(peer.folder)/\(account)"
                let aside = "\(options.work)/aside"
                try BenchFiles.move(folder, to: aside)
                gone[index].append(try peer.update())
                try BenchFiles.move(aside, to: folder)
                back[index].append(try peer.update())
            }
        }
        if peers.isEmpty {
            add("delete an account", .seconds, Readings(values: ours.gone), nil, nil)
            add("bring it back", .seconds, Readings(values: ours.back), nil, nil)
        }
        for (index, peer) in peers.enumerated() {
            add(
                "delete an account", .seconds, Readings(values: ours.gone), (peer.name, Readings(values: gone[index])),
                .timesAsFast(peer.bound))
            add(
                "bring it back", .seconds, Readings(values: ours.back), (peer.name, Readings(values: back[index])),
                .timesAsFast(peer.bound))
        }
    }
}
