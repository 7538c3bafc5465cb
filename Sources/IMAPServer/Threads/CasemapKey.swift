/// What texts are compared by where case does not count: i;unicode-casemap.
///
/// See <https://www.rfc-editor.org/rfc/rfc5051>: each scalar is put into title case, then decomposed, and the octets of
/// the UTF-8 are compared. So É is between E and F. The RFC decomposes all that Unicode does. This knows the letters of
/// the Latin, Greek and Cyrillic alphabets, full-width ASCII and no-break spaces. Others keep their one scalar: they
/// are equal where they should be, but Hangul and presentation forms may be in another order.
package enum CasemapKey {
    /// - Complexity: O(the length of the text).
    package static func of(_ text: String) -> String {
        var key: [UInt8] = []
        key.reserveCapacity(text.utf8.count + 8)
        for scalar in text.unicodeScalars {
            if scalar.value < 0x80 {
                let byte = UInt8(truncatingIfNeeded: scalar.value)
                key.append((0x61...0x7a).contains(byte) ? byte - 0x20 : byte)
            } else {
                for part in decomposed(titlecased(scalar)) { key += String(Character(part)).utf8 }
            }
        }
        return String(decoding: key, as: UTF8.self)
    }

    /// The mapping of UnicodeData.txt, which is one scalar. Longer ones (ß is Ss) are of SpecialCasing.txt.
    private static func titlecased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let mapped = scalar.properties.titlecaseMapping.unicodeScalars
        return mapped.count == 1 ? mapped.first ?? scalar : scalar
    }

    private static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar.value {
        case 0xa0, 0x2002...0x200a, 0x202f, 0x205f, 0x3000: return [" "]
        case 0xff01...0xff5e: return [titlecased(Unicode.Scalar(scalar.value - 0xfee0) ?? scalar)]
        default: break
        }
        guard let (base, mark) = pairs[scalar] else { return [scalar] }
        return decomposed(base) + [mark]
    }

    private static let pairs: [Unicode.Scalar: (base: Unicode.Scalar, mark: Unicode.Scalar)] = {
        var pairs: [Unicode.Scalar: (base: Unicode.Scalar, mark: Unicode.Scalar)] = [:]
        for (mark, letters, bases) in letters {
            for (letter, base) in zip(letters.unicodeScalars, bases.unicodeScalars) { pairs[letter] = (base, mark) }
        }
        return pairs
    }()

    /// Letters in title case with a mark, and what they are without it (UnicodeData.txt).
    private static let letters: [(mark: Unicode.Scalar, letters: String, bases: String)] = [
        ("\u{0300}", "ÀÈÌÒÙǛǸЀЍḔṐẀẦẰỀỒỜỪỲ", "AEIOUÜNЕИĒŌWÂĂÊÔƠƯY"),
        ("\u{0301}", "ÁÉÍÓÚÝĆĹŃŔŚŹǗǴǺǼǾΆΈΉΊΌΎΏΐΰϓЃЌḈḖḮḰḾṌṒṔṸẂẤẮẾỐỚỨ", "AEIOUYCLNRSZÜGÅÆØΑΕΗΙΟΥΩϊϋϒГКÇĒÏKMÕŌPŨWÂĂÊÔƠƯ"),
        ("\u{0302}", "ÂÊÎÔÛĈĜĤĴŜŴŶẐẬỆỘ", "AEIOUCGHJSWYZẠẸỌ"),
        ("\u{0303}", "ÃÑÕĨŨṼẪẴẼỄỖỠỮỸ", "ANOIUVÂĂEÊÔƠƯY"),
        ("\u{0304}", "ĀĒĪŌŪǕǞǠǢǬȪȬȰȲӢӮḠḸṜ", "AEIOUÜÄȦÆǪÖÕȮYИУGḶṚ"),
        ("\u{0306}", "ĂĔĞĬŎŬЎЙӁӐӖḜẶ", "AEGIOUУИЖАЕȨẠ"),
        ("\u{0307}", "ĊĖĠİŻȦȮḂḊḞḢṀṄṖṘṠṤṦṨṪẆẊẎ", "CEGIZAOBDFHMNPRSŚŠṢTWXY"),
        ("\u{0308}", "ÄËÏÖÜŸΪΫϔЁЇӒӚӜӞӤӦӪӬӰӴӸḦṎṺẄẌẗ", "AEIOUYΙΥϒЕІАӘЖЗИОӨЭУЧЫHÕŪWXt"),
        ("\u{0309}", "ẢẨẲẺỂỈỎỔỞỦỬỶ", "AÂĂEÊIOÔƠUƯY"),
        ("\u{030A}", "ÅŮẘẙ", "AUwy"),
        ("\u{030B}", "ŐŰӲ", "OUУ"),
        ("\u{030C}", "ČĎĚĽŇŘŠŤŽǍǏǑǓǙǦǨǮǰȞ", "CDELNRSTZAIOUÜGKƷjH"),
        ("\u{030F}", "ȀȄȈȌȐȔѶ", "AEIORUѴ"),
        ("\u{0311}", "ȂȆȊȎȒȖ", "AEIORU"),
        ("\u{031B}", "ƠƯ", "OU"),
        ("\u{0323}", "ḄḌḤḲḶṂṆṚṢṬṾẈẒẠẸỊỌỢỤỰỴ", "BDHKLMNRSTVWZAEIOƠUƯY"),
        ("\u{0324}", "Ṳ", "U"),
        ("\u{0325}", "Ḁ", "A"),
        ("\u{0326}", "ȘȚ", "ST"),
        ("\u{0327}", "ÇĢĶĻŅŖŞŢȨḐḨ", "CGKLNRSTEDH"),
        ("\u{0328}", "ĄĘĮŲǪ", "AEIUO"),
        ("\u{032D}", "ḒḘḼṊṰṶ", "DELNTU"),
        ("\u{032E}", "Ḫ", "H"),
        ("\u{0330}", "ḚḬṴ", "EIU"),
        ("\u{0331}", "ḆḎḴḺṈṞṮẔẖ", "BDKLNRTZh"),
    ]
}
