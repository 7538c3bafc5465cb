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
        ] {
            let address = try #require(PostgresAddress(url))
            #expect(address.hasPassword && !"\(address)".contains("cr3t"), "\(url)")
        }
    }

    @Test(arguments: [
        "/home/mara/ledger", "postgresql:/x", "postgresql://h/d?ledger=a&ledger=b", "postgresql://h/d?ledger=%zz",
        "postgresql://h/d?ledger=",
    ])
    func `anything else is none`(text: String) {
        #expect(PostgresAddress(text) == nil)
    }
}
