import Access
import JSONCoding
import LedgerAPI
import MailLedger
import TestSupport
import Testing
import WireModels

@Suite struct `Scopes of requests` {
    @Test func `are said for every request that there is, and for no other`() {
        let queries = Set(LedgerRequests.entries.filter { !$0.isCommand }.map(\.name))
        let commands = Set(LedgerRequests.entries.filter(\.isCommand).map(\.name))
        #expect(Set(RequestScopes.queries.keys) == queries)
        #expect(Set(RequestScopes.commands.keys) == commands)
    }

    @Test func `of a command are never those of a query, and what nobody listed needs the highest`() {
        #expect(RequestScopes.commands.values.allSatisfy { $0 != .read && $0 != .audit })
        #expect(RequestScopes.queries.values.allSatisfy { [.read, .audit, .admin].contains($0) })
        #expect(RequestScopes.scope(of: "of-a-context-to-come", isCommand: false) == .admin)
        #expect(RequestScopes.scope(of: "list-messages", isCommand: true) == .admin)
    }

    @Test func `that guard accounts, holds, tokens and what cannot be taken back are apart`() {
        for name in [
            "add-account", "delete-account", "add-hold", "remove-hold", "issue-token", "change-token", "revoke-token",
        ] {
            #expect(RequestScopes.scope(of: name, isCommand: true) == .admin, "\(name)")
        }
        #expect(RequestScopes.scope(of: "erase", isCommand: true) == .erase)
        #expect(RequestScopes.scope(of: "undo", isCommand: true) == .undo)
        #expect(RequestScopes.scope(of: "history", isCommand: false) == .audit)
    }
}

/// The table of statuses, a row for each code.
@Suite struct `Statuses of errors` {
    private static let table: [(APIErrorCode, Int)] = [
        (.networkError, 503), (.timeout, 503), (.noConnection, 503), (.unauthorized, 401), (.invalidToken, 401),
        (.tokenExpired, 401), (.invalidCredentials, 401), (.validationError, 400), (.invalidInput, 400),
        (.missingField, 400), (.notFound, 404), (.alreadyExists, 409), (.conflict, 409), (.serverError, 500),
        (.serviceUnavailable, 503), (.rateLimited, 429), (.forbidden, 403), (.insufficientPermissions, 403),
        (.partial, 422), (.verificationFailed, 422), (.interrupted, 503),
    ]

    @Test(arguments: table)
    func `follow from their codes`(code: APIErrorCode, status: Int) throws {
        #expect(ErrorStatus.status(of: code) == status)
    }

    @Test func `are there for every code, and stand on the page`() throws {
        #expect(Set(Self.table.map(\.0)) == Set(APIErrorCode.allCases))
        let rows = try #require(DocumentationPage("Docs/Server.md").section("Paths")).rows
        for (code, status) in Self.table where code.category != .auth && code.category != .network {
            #expect(rows.contains { $0[0] == "\(status)" && $0[1].contains(code.rawValue) }, "\(code)")
        }
    }
}
