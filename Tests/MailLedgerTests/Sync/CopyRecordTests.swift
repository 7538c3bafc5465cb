import CivilTime
import Cryptography
import EventLog
import Mail
import Testing

@testable import ImportExport
import MailLedger

/// What the log alone tells of a copy.
@Suite struct `The record of a copy` {
    private let id = MessageID(UniqueID.random { [UInt8](repeating: 1, count: $0) })
    private let folder = FolderID(UniqueID.random { [UInt8](repeating: 2, count: $0) })

    private func copy(_ number: Int = 1, flags: String = "", maildir: String? = nil) -> MessageCopy {
        MessageCopy(
            number: number, folder: folder, source: "a\(number)", raw: SHA256Hasher.digest(of: []), flags: flags,
            maildir: maildir)
    }

    private func added(flags: String = "") -> MessageAdded {
        MessageAdded(
            id: id, account: AccountID(id.uniqueID), copy: copy(flags: flags), headers: MessageHeaders(),
            attachments: [],
            snippet: "", keywords: KeywordSet(maildirFlags: flags), receivedAt: Timestamp(microseconds: 0),
            identity: SHA256Hasher.digest(of: []), size: 0, parser: 1)
    }

    private func marked(_ old: String, _ new: String) -> MessageMarked {
        MessageMarked(
            message: id,
            keywords: KeywordChange(from: KeywordSet(maildirFlags: old), to: KeywordSet(maildirFlags: new)))
    }

    private func changed(_ old: String, _ new: String, copy: Int = 1) -> CopyChanged {
        CopyChanged(message: id, copy: copy, flags: Change(old: old, new: new))
    }

    private func record(_ events: any Event..., of number: Int = 1) -> CopyRecord? {
        CopyRecord.records(of: events)[number]
    }

    @Test func `has what was seen last, and what was marked here since`() {
        let record = record(added(), marked("", "FS"), changed("", "S"))
        #expect(record?.seen?.flags == "S")
        #expect(record?.marks == ["F": true])
    }

    @Test func `forgets a mark once it was written`() {
        let written = CopyPushed(message: id, copy: 1, flags: Change(old: "", new: "S"))
        #expect(record(added(), marked("", "S"), written)?.marks == [:])
        #expect(record(added(), marked("", "S"), written)?.seen?.flags == "S")
        #expect(record(added(), marked("", "S"), marked("S", ""))?.marks == [:])
    }

    @Test func `sends what was marked to every copy, and what was seen at one to no other`() {
        let more = MessageCopied(message: id, copy: copy(2), keywords: nil)
        #expect(record(added(), more, marked("", "S"), of: 2)?.marks == ["S": true])
        #expect(record(added(), more, changed("", "S"), of: 2)?.marks == [:])
    }

    @Test func `knows who wrote a T, whatever letters come beside it`() {
        let written = CopyPushed(message: id, copy: 1, flags: Change(old: "", new: "T"))
        #expect(record(added(), written, changed("T", "FT"))?.hasOwnTrash == true)
        #expect(record(added(), written, changed("T", ""), changed("", "T"))?.hasOwnTrash == false)
        #expect(record(added(), changed("", "T"))?.hasOwnTrash == false)
    }

    @Test func `knows that a T was taken back here, until its file has none or another one`() {
        let shown = CopyChanged(message: id, copy: 1, isHidden: Change(old: true, new: false))
        #expect(record(added(flags: "T"))?.isShownAgain == false)
        #expect(record(added(flags: "T"), shown)?.isShownAgain == true)
        #expect(record(added(flags: "T"), shown, changed("T", "FT"))?.isShownAgain == true)
        #expect(record(added(flags: "T"), shown, changed("T", ""), changed("", "T"))?.isShownAgain == false)
        let written = CopyPushed(message: id, copy: 1, flags: Change(old: "T", new: ""))
        #expect(record(added(flags: "T"), shown, written)?.isShownAgain == false)
    }

    @Test func `does not miss a file that went by its T once a new one brought the message back`() {
        let written = CopyPushed(message: id, copy: 1, flags: Change(old: "", new: "T"))
        let back = MessageRestored(message: id)
        #expect(record(added(), written, back)?.hasOwnTrash == true)
        let more = MessageCopied(message: id, copy: copy(2, maildir: "/m"), keywords: nil)
        #expect(record(added(), written, more, back)?.hasOwnTrash == false)
        // An undo that brings back a copy of before is no new file.
        let gone = CopyRemoved(message: id, copy: copy(2, maildir: "/m"), keywords: nil, isGone: true)
        #expect(record(added(), more, written, gone, more, back)?.hasOwnTrash == true)
    }

    @Test func `keeps what was seen through an undo`() {
        let shown = CopyChanged(message: id, copy: 1, isHidden: Change(old: true, new: false))
        #expect(record(added(), changed("", "T"), shown)?.seen?.flags == "T")
        let gone = CopyRemoved(message: id, copy: copy(), keywords: nil, isGone: true)
        let back = MessageCopied(message: id, copy: copy(), keywords: nil)
        #expect(record(added(), gone, back)?.seen == nil)
        let undone = CopyRemoved(message: id, copy: copy(), keywords: nil)
        #expect(record(added(), undone, back)?.seen?.source == "a1")
        let written = CopyPushed(message: id, copy: 1, source: Change(old: "a1", new: "b"))
        #expect(record(added(), gone, back, written)?.seen?.source == "b")
    }
}
