package import EventLog
package import LedgerKernel
internal import Projections

extension Contexts {
    /// Those of this package.
    package static let builtIn = Contexts(own: ofThisPackage)

    private static let ofThisPackage: [any LedgerContext.Type] = [
        MailContext.self, ChatContext.self, OutboxContext.self, NotesContext.self, AssistContext.self,
        AccessContext.self,
    ]

    /// Adds the program's additions.
    ///
    /// - Throws: ``ContextError`` for names that are taken or wrong, and for fields that would contain a secret.
    package init(adding additions: [any LedgerAddition.Type]) throws {
        guard !additions.isEmpty else {
            self = .builtIn
            return
        }
        var (contexts, readModels): ([any LedgerContext.Type], [any Projection.Type]) = ([], [])
        // Once a program that brings something opens a ledger; the tool brings nothing.
        for addition in additions {
            if let context = addition as? any LedgerContext.Type {
                contexts.append(context)
            } else if let readModel = addition as? any Projection.Type {
                readModels.append(readModel)
            }
        }
        for (index, context) in contexts.enumerated() {
            try context.check(beside: Self.ofThisPackage + contexts[..<index])
        }
        self.init(
            own: Self.ofThisPackage, added: contexts, readModels: readModels, things: contexts.flatMap { $0.things })
    }
}
