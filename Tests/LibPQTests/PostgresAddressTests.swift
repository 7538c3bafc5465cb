import LibPQ
import Testing

struct PostgresAddressTests {
    @Test func `a URL names a database and a ledger`() throws {
        let address = try #require(
            PostgresAddress("postgresql://node@db1,db2:5433/mail?ledger=ada%20b&sslmode=require"))
        #expect(address.ledger == "ada b")
        #expect(address.description == "postgresql://node@db1,db2:5433/mail?sslmode=require&ledger=ada%20b")
        #expect(!address.hasPassword)
        #expect(PostgresAddress("postgres:///mail")?.ledger == nil)
    }

    @Test func `a password is in no description`() throws {
        for url in [
            "postgresql://node:s3cr3t@db/mail?ledger=ada", "postgresql://node:s3@cr3t@db/mail",
            "postgresql://node@db/mail?password=s3cr3t&ledger=ada", "postgresql://db/mail?sslpassword=s3cr3t",
            "postgresql://node@db/mail?pass%77ord=s3cr3t&ledger=ada", "postgresql://node:s3?cr3t@db/mail",
            "postgresql://node:s3:cr3t@db/mail?ledger=ada",
        ] {
            let address = try #require(PostgresAddress(url))
            #expect(address.hasPassword && !"\(address)".contains("cr3t"), "\(url)")
        }
    }

    @Test(arguments: [
        "postgresql://node:s3cr3t@[::1/mail", "postgresql://node:s3cr3t@127.0.0.1:1/mail?no_such_parameter=1",
        "postgresql://node@127.0.0.1:1/mail?password=s3cr3t&sslmode=wrong", "postgresql://node:s3cr3t@127.0.0.1:1/mail",
    ])
    func `a password is in no error of a connection`(url: String) throws {
        let address = try #require(PostgresAddress(url))
        let error = #expect(throws: PostgresError.self) { _ = try PostgresConnection(to: address) }
        #expect(error.map { !$0.message.contains("s3cr3t") && !$0.message.isEmpty } == true)
    }

    @Test(arguments: [
        ("ledger=" + String(repeating: "a", count: 300), "255 bytes"), ("ledger=a%0Ab", "control character"),
        ("ledger=a\nb", "control character"), ("ledger=%20", "empty"), ("ledger=%zz", "not UTF-8"),
        ("ledger=%ff", "not UTF-8"), ("ledger=%+f", "not UTF-8"),
        ("sslmode=require&ledger=a&ledge%72=b", "more than one"),
    ])
    func `a name that no ledger can have is refused for what is wrong with it`(query: String, words: String) {
        let fault = PostgresAddress.nameFault(in: "postgresql://h/d?" + query)
        #expect(fault?.contains(words) == true, "\(fault ?? "none")")
    }

    @Test(arguments: ["postgresql://h/d", "postgresql://h/d?ledger=ada%20b", "postgresql://h/d?sslmode=require"])
    func `a name that a ledger can have, and none, are no fault`(url: String) {
        #expect(PostgresAddress.nameFault(in: url) == nil)
    }

    @Test(arguments: [
        "/home/mara/ledger", "postgresql:/x", "postgresql://h/d?ledger=a&ledger=b", "postgresql://h/d?ledger=%zz",
        "postgresql://h/d?ledger=", "postgresql://h/d?ledger=%20", "postgresql://h/d?ledger=a%00b",
        "postgresql://h/d?ledger=a%0Ab", "postgresql://h/d?ledger=" + String(repeating: "a", count: 256),
        "postgresql://h/d?ledger=a&ledge%72=b",
    ])
    func `anything else is none`(text: String) {
        #expect(PostgresAddress(text) == nil)
    }
}
