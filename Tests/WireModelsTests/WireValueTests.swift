import Assist
import Chat
import CivilTime
import EventLog
import JSONCoding
import MailLedgerTesting
import Notes
import TestSupport
import Testing
import WireModels

@Suite struct `Values of wire forms` {
    @Test(
        .requirement(137, 188),
        arguments: [
            ("2026-02-11T18:04:05.678Z", "2026-02-11T18:04:05.678000Z"),
            ("2026-02-11T18:04:05Z", "2026-02-11T18:04:05.000000Z"),
            ("2026-02-11T19:04:05.5+01:00", "2026-02-11T18:04:05.500000Z"),
            ("2026-02-11T13:34:05-04:30", "2026-02-11T18:04:05.000000Z"),
            ("2026-02-11T18:04:05.123456789Z", "2026-02-11T18:04:05.123456Z"),
        ])
    func `a time is read with and without a fraction and from any zone`(text: String, expected: String) throws {
        let time: WireTime = try Wire.read("\"\(text)\"")
        #expect(try Wire.write(time) == "\"\(expected)\"")
        #expect(try Wire.read("\"\(expected)\"") == time)
        // In the log the same moment is an integer.
        #expect(try Wire.write(time.timestamp) == String(time.timestamp.microseconds))
    }

    @Test(
        .requirement(137, 188),
        arguments: ["\"2026-02-11T18:04:05\"", "\"2026-02-11\"", "\"yesterday\"", "1770833045", "\"\""])
    func `a time without a zone, a day and a number are refused`(json: String) {
        #expect(throws: DecodingError.self) { try Wire.read(json, as: WireTime.self) }
    }

    @Test(.requirement(188)) func `any moment comes back as it went out`() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<1000 {
            let time = WireTime(Timestamp(microseconds: .random(in: 0..<4_000_000_000_000_000, using: &random)))
            #expect(try Wire.read(Wire.write(time)) == time)
        }
    }

    @Test(.requirement(189)) func `an id is read in any case, written in lower case, and refused where it is none`()
        throws
    {
        let id: UniqueID = try Wire.read(#""550E8400-E29B-41D4-A716-446655440000""#)
        #expect(try Wire.write(id) == #""550e8400-e29b-41d4-a716-446655440000""#)
        for bad in ["", "550e8400", "550e8400-e29b-41d4-a716-44665544000g", "550e8400e29b41d4a716446655440000"] {
            do {
                _ = try Wire.read(#"{"title":"a","transcript":"b","folder_id":"\#(bad)"}"#, as: NoteCreateRequest.self)
                Issue.record("\(bad) was taken for an id")
            } catch let error as DecodingError {
                let response = APIErrorResponse(error)
                #expect(response.knownCode == .invalidInput && response.details == ["field": "folder_id"])
            }
        }
    }

    @Test(.requirement(162)) func `a field is kept where its key is absent, emptied by null, and set by a value`()
        throws
    {
        let id = WireSample.id(4)
        let cases: [(String, FieldUpdate<UniqueID>)] = [
            ("{}", .keep), (#"{"folder_id":null}"#, .clear), (#"{"folder_id":"\#(id)"}"#, .set(id)),
        ]
        for (json, expected) in cases {
            let request: NoteUpdateRequest = try Wire.read(json)
            #expect(request.folderId == expected && request == NoteUpdateRequest(folderId: expected))
            #expect(try Wire.write(request) == json)
        }
        #expect(FieldUpdate.keep.applied(to: id) == id && FieldUpdate.clear.applied(to: id) == nil)
        #expect(FieldUpdate.set(id).applied(to: nil) == id && FieldUpdate<UniqueID>(nil) == .clear)
    }

    @Test(
        .requirement(160),
        arguments: [
            (0, 1, 0, false, true), (1, 1, 1, false, true), (20, 1, 1, false, true), (21, 1, 2, true, false),
            (21, 2, 2, false, true), (40, 3, 2, false, true),
        ])
    func `pages are counted, and the last one is known`(
        total: Int, page: Int, pages: Int, hasMore: Bool, isLast: Bool
    ) {
        let list = NoteListResponse.sample(items: [], total: total, page: page)
        #expect(list.pages == pages && list.hasMorePages == hasMore && list.isLastPage == isLast)
        #expect(list.isFirstPage == (page == 1))
    }

    @Test(.requirement(160)) func `the pages of a list are the list`() {
        let all = Array(1...45)
        let pages = (1...3).map { Page($0, of: all, perPage: 20) }
        #expect(pages.flatMap(\.items) == all && pages.map(\.items.count) == [20, 20, 5])
        #expect(Page(9, of: all, perPage: 20).items.isEmpty)
        #expect(PageRange(page: .max, perPage: .max).offset == .max)
    }
}
