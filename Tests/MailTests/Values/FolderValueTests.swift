import JSONCoding
import Mail
import TestSupport
import Testing

@Suite struct FolderValueTests {
    @Test(
        .requirement(42),
        arguments: [
            ("#1e90ff", RGBColor(red: 0x1e, green: 0x90, blue: 0xff)),
            ("1E90FF", RGBColor(red: 0x1e, green: 0x90, blue: 0xff)),
            ("#f80", RGBColor(red: 0xff, green: 0x88, blue: 0)), ("#000000", RGBColor(red: 0, green: 0, blue: 0)),
            ("#0a0b0c", RGBColor(red: 10, green: 11, blue: 12)),
        ])
    func `a colour is read from three or six digits`(hex: String, color: RGBColor) throws {
        #expect(RGBColor(hex: hex) == color)
        let json = try JSONBytesEncoder().encode([color])
        #expect(String(decoding: json, as: UTF8.self) == "[\"\(color.hex)\"]")
        #expect(try JSONBytesDecoder().decode([RGBColor].self, from: json) == [color])
    }

    @Test(
        .requirement(42),
        arguments: [
            "", "#", "#12", "#1234", "#12345", "#1234567", "##123456", "#12345g", "red", "#１23456", "#12 456",
        ])
    func `what is no colour is none`(hex: String) {
        #expect(RGBColor(hex: hex) == nil)
        #expect(throws: DecodingError.self) {
            try JSONBytesDecoder().decode([RGBColor].self, from: Array("[\"\(hex)\"]".utf8))
        }
    }

    @Test(.requirement(26), arguments: [0, 1, 1 << 53 + 1, 1 << 63, 1 << 63 + 1, .max] as [UInt64])
    func `a modification sequence keeps its 64 bits`(value: UInt64) throws {
        let sequence = ModificationSequence(value)
        let json = try JSONBytesEncoder().encode([sequence])
        #expect(String(decoding: json, as: UTF8.self) == "[\"\(value)\"]")
        #expect(try JSONBytesDecoder().decode([ModificationSequence].self, from: json) == [sequence])
    }

    @Test(.requirement(26), arguments: ["", "-1", "+1", "1.5", "18446744073709551616", " 1", "1e3", "0x1", "١"])
    func `what is no number of 64 bits is none`(digits: String) {
        #expect(ModificationSequence(digits: digits) == nil)
    }

    @Test(.requirement(38)) func `the visibilities, the policies and the kinds keep their raw values`() {
        #expect(FolderVisibility.allCases.map(\.rawValue) == ["show", "hide", "show_if_unread"])
        #expect(MessageVisibility.allCases.map(\.rawValue) == ["show", "hide"])
        #expect(FolderKind.allCases.map(\.rawValue) == ["folder", "label", "notebook"])
        #expect(DeletePolicy.allCases.map(\.rawValue) == ["cascade", "nullify", "deny", "no_action"])
    }

    @Test(.requirement(38)) func `a folder that shows if unread hides at none`() {
        #expect(FolderVisibility.showIfUnread.lists(unread: 1) && !FolderVisibility.showIfUnread.lists(unread: 0))
        #expect(FolderVisibility.show.lists(unread: 0) && !FolderVisibility.hide.lists(unread: 9))
    }

    @Test(.requirement(38, 48)) func `twelve labels are the provider's own, and those stay as they are`() {
        #expect(
            GmailSystemLabel.allCases.map(\.rawValue) == [
                "INBOX", "SENT", "DRAFT", "TRASH", "SPAM", "STARRED", "IMPORTANT", "UNREAD", "CATEGORY_SOCIAL",
                "CATEGORY_PROMOTIONS", "CATEGORY_UPDATES", "CATEGORY_FORUMS",
            ])
        #expect(GmailSystemLabel.draft.role == .drafts && GmailSystemLabel.unread.role == nil)
        for label in GmailSystemLabel.allCases { #expect(FolderSettings(externalID: label.rawValue).isSystem) }
        #expect(!FolderSettings(externalID: "Label_12").isSystem && !FolderSettings(role: .all).isSystem)
        #expect(FolderSettings(role: .archive).isSystem)
    }
}
