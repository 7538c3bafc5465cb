import JSONCoding
import TestSupport
import Testing

@Suite struct `A decoder that refuses unknown keys` {
    private struct Shelf: Codable, Equatable {
        var name: String
        var place: Place?
        var books: [Book]
        var prices: [String: Int]
        var rest: JSONValue?
    }

    private struct Place: Codable, Equatable {
        var room: String?
        var floor: Int?
    }

    private struct Book: Codable, Equatable {
        var title: String
        var isRead: Bool?

        enum CodingKeys: String, CodingKey {
            case title
            case isRead = "is_read"
        }
    }

    private struct Nothing: Codable {}

    private let strict = JSONBytesDecoder(unknownKeys: .refused)

    private func refusal(_ json: String) -> (path: String, reason: String)? {
        do {
            _ = try strict.decode(Shelf.self, from: Array(json.utf8))
            return nil
        } catch let DecodingError.dataCorrupted(context) {
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            return (path.joined(separator: "."), context.debugDescription)
        } catch {
            return ("", "\(error)")
        }
    }

    @Test func `names the first one in the text, with its path and what there is instead`() {
        let refused = refusal(
            #"{"name": "a", "books": [{"title": "b"}, {"title": "c", "is_raed": true}], "prices": {}}"#)
        #expect(refused?.path == "books.1.is_raed")
        #expect(refused?.reason == "is not known here; there is title, is_read")
        #expect(refusal(#"{"nome": 1, "name": "a", "books": [], "prices": {}, "x": 2}"#)?.path == "nome")
        #expect(refusal(#"{"name": "a", "books": [], "prices": {}, "place": {"flor": null}}"#)?.path == "place.flor")
    }

    @Test func `takes what is content for content`() {
        #expect(refusal(#"{"name": "a", "books": [], "prices": {"any": 1, "thing": 2}}"#) == nil)
        #expect(refusal(#"{"name": "a", "books": [], "prices": {}, "rest": {"any": {"thing": [{}]}}}"#) == nil)
    }

    @Test func `tells what stands in the place of a key that is missing`() throws {
        let error = #expect(throws: DecodingError.self) {
            try strict.decode([Book].self, from: Array(#"[{"title": "a"}, {"titel": "b", "is_read": true}]"#.utf8))
        }
        guard case .keyNotFound(let key, let context)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(key.stringValue == "title" && context.codingPath.map(\.stringValue) == ["1"])
        #expect(context.debugDescription == "is missing; other keys there: titel, is_read")
    }

    @Test func `a value that asks for nothing refuses nothing, and the next decoder remembers nothing`() throws {
        _ = try strict.decode(Nothing.self, from: Array(#"{"a": 1}"#.utf8))
        #expect(refusal(#"{"name": "a", "books": [], "prices": {}}"#) == nil)
        _ = try JSONBytesDecoder().decode(Book.self, from: Array(#"{"title": "a", "other": 1}"#.utf8))
    }

    @Test func `a key put in anywhere is found there, and all else is read as ever`() throws {
        var random = SeededGenerator()
        for _ in 0..<300 {
            let shelf = Shelf(
                name: "n", place: Bool.random(using: &random) ? Place(room: "r", floor: 2) : nil,
                books: (0..<Int.random(in: 0..<4, using: &random)).map { Book(title: "\($0)", isRead: $0 == 1) },
                prices: ["a": 1], rest: nil)
            let json = try JSONBytesEncoder().encode(shelf)
            #expect(try strict.decode(Shelf.self, from: json) == shelf, "seed \(random.seed)")
            var places = ["", "place", "books"].filter { $0 != "place" || shelf.place != nil }
            if shelf.books.isEmpty { places.removeLast() }
            let place = try #require(places.randomElement(using: &random))
            guard case .object(var object) = try JSONBytesDecoder().decode(JSONValue.self, from: json) else { return }
            var path = "odd"
            switch place {
            case "place":
                guard case .object(var inner)? = object["place"] else { continue }
                inner["odd"] = .null
                object["place"] = .object(inner)
                path = "place.odd"
            case "books":
                guard case .array(var books)? = object["books"] else { continue }
                let index = Int.random(in: books.indices, using: &random)
                guard case .object(var book) = books[index] else { continue }
                book["odd"] = .integer(1)
                books[index] = .object(book)
                object["books"] = .array(books)
                path = "books.\(index).odd"
            default: object["odd"] = .string("x")
            }
            let text = String(decoding: try JSONBytesEncoder().encode(JSONValue.object(object)), as: UTF8.self)
            #expect(refusal(text)?.path == path, "seed \(random.seed)")
            #expect(try JSONBytesDecoder().decode(Shelf.self, from: Array(text.utf8)) == shelf, "seed \(random.seed)")
        }
    }
}
