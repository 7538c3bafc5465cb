/// Messages of mail (RFC 8621 section 4).
enum EmailMethods {
    static let all: [Method] = [.reading("Email/get", EmailGet.answer), .reading("Email/query", EmailQuery.answer)]
}
