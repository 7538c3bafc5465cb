/// Writes messages of a plan as the bytes of files.
public struct MessageWriter {
    /// How many messages there are.
    public var count: Int { plan.messages.count }

    private let plan: ThreadPlan
    private let seed: UInt64
    private let vocabulary: Vocabulary
    private let people: People
    private var bytes = Bytes()

    public init(count: Int, seed: UInt64) {
        plan = ThreadPlan(count: count, seed: seed)
        self.seed = seed
        vocabulary = Vocabulary()
        people = People(vocabulary, messages: count)
    }

    /// The number of the thread that a message stands in.
    public func thread(of message: Int) -> Int { plan.messages[message].thread }
    /// When a message was written, in seconds since 1970.
    public func time(of message: Int) -> Int { plan.messages[message].time }

    /// A word by how frequent it is, from 0 on.
    private func word(rank: Int) -> String { vocabulary.text(rank) }

    /// A word that many subjects have.
    public var subjectWord: String { word(rank: 60) }
    /// A word that the subjects of enough threads have to fill a page, also in a mailbox of 10,000.
    public var frequentSubjectWord: String { word(rank: 12) }

    /// A word that most texts have, and one that is often behind it.
    public var commonWords: (first: String, second: String) { (word(rank: 0), word(rank: 1)) }

    /// A word that few texts have.
    public var rareWord: String { word(rank: 6_000) }

    /// A word that many texts have, and most have not.
    public var bodyWord: String { word(rank: 400) }

    /// The first name of one of those who write most.
    public var frequentSender: String {
        String(people.person(3).address.prefix { $0 != "." })
    }

    /// Returns the bytes of a message, always the same ones for a seed and a count.
    public mutating func message(_ index: Int) -> [UInt8] {
        var random = SplitMix64(seed: seed, of: index, purpose: 0)
        bytes.clear()
        let charset = charset(of: index)
        appendHeader(of: index, &random)
        appendBody(of: index, charset, &random)
        if random.happens(0.02) { bytes.makeCRLF() }
        return bytes.all
    }

    private func charset(of index: Int) -> Charset {
        var random = SplitMix64(seed: seed, of: index, purpose: 2)
        return Charset.draw(&random)
    }

    private func sender(of index: Int) -> People.Person {
        var random = SplitMix64(seed: seed, of: index, purpose: 3)
        return people.person(people.sender(&random))
    }

    private func messageID(of index: Int) -> String {
        var random = SplitMix64(seed: seed, of: index, purpose: 4)
        return "\(plan.messages[index].time).\(String(random.next(), radix: 36))@\(index % 211).example.org"
    }

    // MARK: The header

    private mutating func appendHeader(of index: Int, _ random: inout SplitMix64) {
        let message = plan.messages[index]
        let size = MailShape.headerSize.draw(&random)
        let sender = sender(of: index)
        bytes.append("Return-Path: <\(sender.address)>\n")
        appendTransport(until: size * 2 / 3, time: message.time, &random)
        if random.happens(0.005) {
            // Names in raw Latin-1 are found in headers, though RFC 5322 forbids them.
            bytes.append("From: Ren")
            bytes.append(0xe9)
            bytes.append(" <\(sender.address)>\n")
        } else {
            bytes.append("From: \(sender.name) <\(sender.address)>\n")
        }
        appendRecipients(of: message, &random)
        if !random.happens(0.004) { appendSubject(of: message, &random) }
        bytes.append("Date: \(InternetDate(message.time, isDamaged: random.happens(0.002)).text)\n")
        bytes.append("Message-ID: <\(messageID(of: index))>\n")
        appendReferences(of: message, &random)
        bytes.append("List-Id: list \(message.thread % 12) <list\(message.thread % 12).lists.example.org>\n")
        bytes.append("User-Agent: Mail/\(1 + random.below(9)).\(random.below(20))\n")
        bytes.append("MIME-Version: 1.0\n")
        appendTransport(until: size, time: message.time, &random)
    }

    private mutating func appendTransport(until size: Int, time: Int, _ random: inout SplitMix64) {
        while bytes.count < size {
            let number = String(random.next(), radix: 36)
            switch random.below(8) {
            case 0...3:
                let relay = random.below(30)
                bytes.append(
                    """
                    Received: from relay\(relay).example.org (relay\(relay).example.org [192.0.2.\(random.below(250))])
                    \tby mx\(random.below(4)).example.org (Postfix) with ESMTPS id \(number)
                    \tfor <list@lists.example.org>; \(InternetDate(time, isDamaged: false).text)\n
                    """)
            case 4...6:
                bytes.append(
                    "X-Spam-Report: score \(random.below(90)), \(vocabulary.text(random.below(900)))=\(number)\n")
            default:
                bytes.append(
                    "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/simple; d=example.org; s=\(number.prefix(6));\n\tb=")
                appendBase64(random.below(160) + 90, lineEnd: "\n\t", &random)
            }
        }
    }

    private mutating func appendRecipients(of message: ThreadPlan.Message, _ random: inout SplitMix64) {
        let count = MailShape.recipients.draw(&random)
        let direct = min(count, 1 + random.below(2))
        for (field, numbers) in [("To", 0..<direct), ("Cc", direct..<count)] where !numbers.isEmpty {
            bytes.append("\(field): ")
            for number in numbers {
                if number > numbers.lowerBound { bytes.append(number % 3 == 0 ? ",\n\t" : ", ") }
                let person = people.person(people.sender(&random))
                bytes.append(
                    number == 1 ? "list\(message.thread % 12)@lists.example.org" : "\(person.name) <\(person.address)>")
            }
            bytes.append("\n")
        }
    }

    private mutating func appendSubject(of message: ThreadPlan.Message, _ random: inout SplitMix64) {
        var words = SplitMix64(seed: seed, of: message.thread, purpose: 5)
        bytes.append(message.parent == nil ? "Subject: " : "Subject: Re: ")
        if message.thread % 40 == 0 { bytes.append("=?UTF-8?Q?Gr=C3=BC=C3=9Fe_aus_?= ") }
        for position in 0..<(3 + words.below(7)) {
            if position > 0 { bytes.append(" ") }
            bytes.append(vocabulary.word(vocabulary.rank(&words)))
        }
        bytes.append("\n")
    }

    private mutating func appendReferences(of message: ThreadPlan.Message, _ random: inout SplitMix64) {
        guard let parent = message.parent else { return }
        bytes.append("In-Reply-To: <\(messageID(of: parent))>\n")
        // Some programs write the one and leave out the other.
        guard !random.happens(0.03) else { return }
        var ancestors: [Int] = []
        var ancestor = message.parent
        while let current = ancestor, ancestors.count < MailShape.maximumReferences {
            ancestors.append(current)
            ancestor = plan.messages[current].parent
        }
        bytes.append("References:")
        for current in ancestors.reversed() { bytes.append(" <\(messageID(of: current))>\n") }
    }

    // MARK: The body

    private mutating func appendBody(of index: Int, _ charset: Charset, _ random: inout SplitMix64) {
        let size = MailShape.textSize.draw(&random)
        guard random.happens(MailShape.isMultipart) else {
            appendTextFields(charset)
            return appendText(of: index, charset, size: size)
        }
        let boundary = "=-" + String(random.next(), radix: 36)
        let kind = random.share() * MailShape.isMultipart
        if kind < MailShape.hasHTML {
            bytes.append("Content-Type: multipart/alternative; boundary=\"\(boundary)\"\n\n")
            appendPart(boundary) {
                $0.appendTextFields(charset); $0.appendText(of: index, charset, size: size / 3)
            }
            appendPart(boundary) { $0.appendHTML(of: index, charset, size: size * 2 / 3) }
        } else if kind < MailShape.hasHTML + MailShape.hasAttachment {
            bytes.append("Content-Type: multipart/mixed; boundary=\"\(boundary)\"\n\n")
            appendPart(boundary) {
                $0.appendTextFields(charset); $0.appendText(of: index, charset, size: size)
            }
            appendAttachment(boundary, of: index, &random)
        } else {
            bytes.append("Content-Type: multipart/mixed; boundary=\"\(boundary)\"\n\n")
            appendPart(boundary) {
                $0.appendTextFields(charset); $0.appendText(of: index, charset, size: size)
            }
            appendPart(boundary) {
                $0.bytes.append("Content-Type: text/plain; charset=us-ascii\nContent-Disposition: inline\n\n")
                $0.bytes.append("_______________________________________________\nlist@lists.example.org\n")
            }
        }
        bytes.append("--\(boundary)--\n")
    }

    private mutating func appendPart(_ boundary: String, _ body: (inout MessageWriter) -> Void) {
        bytes.append("--\(boundary)\n")
        body(&self)
        bytes.append("\n")
    }

    private mutating func appendTextFields(_ charset: Charset) {
        bytes.append("Content-Type: text/plain; charset=\(charset.name)\n")
        bytes.append("Content-Transfer-Encoding: \(charset.letters.isEmpty ? "7bit" : "8bit")\n\n")
    }

    private func text(of index: Int, _ charset: Charset, purpose: UInt64 = 1) -> MessageText {
        let topic = MessageText.topic(of: plan.messages[index].thread, seed: seed, vocabulary)
        return MessageText(of: index, about: topic, seed: seed, vocabulary, charset: charset, purpose: purpose)
    }

    /// An answer quotes the first lines of what it answers.
    private mutating func appendText(of index: Int, _ charset: Charset, size: Int) {
        let end = bytes.count + size
        if let parent = plan.messages[index].parent {
            bytes.append(
                "On \(InternetDate(plan.messages[parent].time, isDamaged: false).text), \(sender(of: parent).name) wrote:\n"
            )
            // Its letters are those of this message's character set.
            var quoted = text(of: parent, charset)
            let quoteEnd = min(bytes.count + 2_500, end - size / 3)
            while bytes.count < quoteEnd {
                bytes.append("> ")
                quoted.appendLine(to: &bytes)
            }
            bytes.append("\n")
        }
        var own = text(of: index, charset)
        repeat { own.appendLine(to: &bytes) } while bytes.count < end
    }

    private mutating func appendHTML(of index: Int, _ charset: Charset, size: Int) {
        bytes.append("Content-Type: text/html; charset=\(charset.name)\nContent-Transfer-Encoding: 8bit\n\n")
        let end = bytes.count + size
        bytes.append("<html><head><style>p { margin: 0 0 1em; color: #333 }</style></head><body>\n")
        var own = text(of: index, charset)
        repeat {
            bytes.append("<div class=\"line\"><span style=\"font-family: sans-serif\">")
            own.appendLine(to: &bytes)
            bytes.append("</span>&nbsp;<br></div>\n")
        } while bytes.count < end
        bytes.append("</body></html>\n")
    }

    private mutating func appendAttachment(_ boundary: String, of index: Int, _ random: inout SplitMix64) {
        let size = MailShape.attachmentSize.draw(&random)
        bytes.append("--\(boundary)\n")
        if size < 900 {
            bytes.append("Content-Type: application/pgp-signature; name=\"signature.asc\"\n")
            bytes.append(
                "Content-Disposition: attachment; filename=\"signature.asc\"\n\n-----BEGIN PGP SIGNATURE-----\n\n")
            appendBase64(size, &random)
            bytes.append("-----END PGP SIGNATURE-----\n")
        } else if random.happens(0.7) {
            let name = vocabulary.text(random.below(3_000))
            bytes.append("Content-Type: application/octet-stream; name=\"\(name).bin\"\n")
            bytes.append(
                "Content-Disposition: attachment; filename=\"\(name).bin\"\nContent-Transfer-Encoding: base64\n\n")
            appendBase64(size * 4 / 3, &random)
        } else {
            let name = vocabulary.text(random.below(3_000))
            bytes.append("Content-Type: text/x-patch; charset=us-ascii; name=\"\(name).patch\"\n")
            bytes.append("Content-Disposition: attachment; filename=\"\(name).patch\"\n\n")
            var text = text(of: index, .ascii, purpose: 8)
            let end = bytes.count + size
            while bytes.count < end { text.appendLine(to: &bytes) }
        }
        bytes.append("\n")
    }

    private static let base64 = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Writes so many characters that no compressor makes much smaller, in lines.
    private mutating func appendBase64(_ count: Int, lineEnd: String = "\n", _ random: inout SplitMix64) {
        let groups = count / 10 + 1
        for group in 1...groups {
            var number = random.next()
            for _ in 0..<10 {
                bytes.append(Self.base64[Int(number & 63)])
                number >>= 6
            }
            if group % 7 == 0, group < groups { bytes.append(lineEnd) }
        }
        bytes.append("\n")
    }
}
