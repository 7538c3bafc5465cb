internal import ArgumentParsing
internal import Mail
internal import MailLedger

extension FolderVerb {
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a folder and all below it; undo brings it back.",
            examples: [
                CommandExample("mailledger folder delete Work/Projects --dry-run", "what would go where"),
                CommandExample(
                    "mailledger folder delete Work/Projects", "asks first; 'mailledger undo' brings it back"),
                CommandExample(
                    "mailledger folder delete Work/Projects --policy nullify",
                    "mail in no other folder but trash or spam goes to the archive"
                ),
            ],
            discussion: """
                The policy says what happens to its contents:

                  cascade    they go with the folder; mail that is in other folders, too, stays
                  nullify    mail that is in no other folder but trash or spam goes to the
                             account's archive
                  deny       nothing is done unless the folder is empty (exit code 4)
                  no-action  the same as deny

                --dry-run says what would happen, and ends as the deletion would: with exit code 4 if the policy or a
                hold prevents it.
                """)

        @Argument(help: "The folder's path.", completion: .names(.folder)) var path: String
        @Option(name: .long, help: ArgumentHelp("What to do with its content.", valueName: "policy"))
        var policy: DeletePolicy = .cascade
        @OptionGroup var confirmation: ConfirmationOptions
        @OptionGroup var hold: HoldOptions
        @OptionGroup var which: FolderChange

        func run() throws {
            let session = Session(which.ledger, which.output)
            let ledger = try session.open(actor: which.change.actor)
            let request = DeleteFolderRequest(folder: path, account: which.place.account, policy: policy)
            let looked = try ledger.perform(request, which.change.call("folder delete", .only, hold))
            guard case .look(let look)? = looked.answer else { return }
            let plan = look.plan
            if which.dryRun.dryRun {
                try session.write(look) { show(plan, session) }
                // As the deletion itself would end.
                guard plan.blockers.isEmpty else { throw DomainError.conflict("that would be refused") }
                if !hold.overrideHold { try plan.holds.refuse() }
                return
            }
            // What would be refused anyway is not asked about.
            if plan.blockers.isEmpty, hold.overrideHold || plan.holds.isEmpty {
                let fate = plan.archived > 0 ? "; \(plan.archived) of them go to \(plan.archive ?? "")" : ""
                try session.confirm(
                    "Delete \(path) with \(Counted.messages(plan.messages)) and all below it\(fate)?", confirmation)
            }
            let done = try ledger.perform(request, which.change.call("folder delete", nil, hold))
            try session.show(done.answer) { _ in
                session.line("Deleted \(path); 'mailledger undo' brings it back.")
            }
        }

        private func show(_ plan: FolderDeletion, _ session: Session) {
            guard plan.blockers.isEmpty else {
                session.line("Would not delete \(path), which is not empty:")
                for blocker in plan.blockers { session.line("  \(blocker)") }
                return
            }
            session.line("Would delete:")
            for folder in plan.folders { session.line("  \(folder.path)  \(Counted.messages(folder.messages))") }
            guard plan.messages > 0 else { return }
            if plan.archived > 0 { session.line("To \(plan.archive ?? ""): \(Counted.messages(plan.archived)).") }
            if plan.kept > 0 { session.line("Staying in other folders: \(Counted.messages(plan.kept)).") }
            if plan.gone > 0 { session.line("Deleted with it: \(Counted.messages(plan.gone)).") }
            session.show(plan.holds)
        }
    }
}
