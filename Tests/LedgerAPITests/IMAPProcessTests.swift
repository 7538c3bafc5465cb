import Foundation
import TestSupport
import Testing

extension ServedProcess {
    fileprivate convenience init(
        imap options: [String], prepare: (TemporaryDirectory) throws -> Void = { _ in }
    ) throws {
        try self.init(
            token: "reader --actor mara --scopes read,write", options: ["--imap", "127.0.0.1:0"] + options,
            port: /^Serving .* \(page, JMAP, API\) and imaps?:\/\/127\.0\.0\.1:([0-9]+)\. Press/, prepare: prepare)
    }

    fileprivate func reader() throws -> MailReader {
        let reader = try MailReader(port: port)
        try reader.ok("LOGIN a@example.org \(token)")
        try reader.ok("SELECT INBOX")
        return reader
    }
}

@Suite(.serialized) struct `mailledger serve --imap` {
    @Test func `holds little for two hundred readers that wait`() throws {
        let serve = try ServedProcess(imap: [])
        // What the first sessions need is there for all.
        do {
            let first = try (0..<16).map { _ in try serve.reader() }
            for reader in first { try reader.ok("FETCH 1:* (FLAGS BODY.PEEK[])") }
        }
        usleep(1_000_000)
        let before = serve.memory
        var readers: [MailReader] = []
        for number in 0..<10 {
            let made = try serve.tool("token add r\(number) --scopes read,write")
            let token = String(try #require(made.firstMatch(of: /mlt_[A-Za-z0-9_-]{43}/), "\(made)").0)
            for _ in 0..<20 {
                let reader = try MailReader(port: serve.port)
                try reader.ok("LOGIN a@example.org \(token)")
                try reader.ok("SELECT INBOX")
                try reader.ok("FETCH 1:* (UID FLAGS ENVELOPE)")
                try reader.idle()
                readers.append(reader)
            }
        }
        usleep(8_000_000)
        let after = serve.memory
        print("200 readers that wait: \(after - before) KiB more than \(before) KiB")
        #expect(after - before < 40 << 10)
        // All of them hear of a change.
        let writer = try MailReader(port: serve.port)
        try writer.ok("LOGIN a@example.org \(serve.token)")
        try writer.ok("SELECT INBOX")
        let start = Date()
        try writer.ok("STORE 1 +FLAGS ($mark)")
        for reader in readers { #expect(try reader.raw.line()?.contains("$mark") == true) }
        print("200 readers have heard of a change within \(Date().timeIntervalSince(start) * 1_000) ms")
    }

    @Test func `says goodbye on SIGTERM, within five seconds`() throws {
        let serve = try ServedProcess(imap: [])
        let (idle, silent) = (try serve.reader(), try serve.reader())
        try idle.idle()
        // One that does not read its answers, too.
        let slow = try serve.reader()
        for _ in 0..<300 { slow.begin("UID FETCH 1:* BODY.PEEK[]") }
        let start = Date()
        serve.process.terminate()
        for reader in [idle, silent] { #expect(try reader.raw.line() == "* BYE The server stops") }
        serve.process.waitUntilExit()
        #expect(Date().timeIntervalSince(start) < 5)
        #expect(serve.process.terminationReason == .exit && serve.process.terminationStatus == 0)
    }

    @Test func `holds less than 100 MiB for clients that send large messages by halves, and read none`() throws {
        let serve = try ServedProcess(imap: [])
        let size = 12 << 20
        let line = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcd\r\n"
        var message = Array("Subject: large\r\n\r\n".utf8)
        while message.count < size { message += line.utf8 }
        let end = Array(message.suffix(100)) + Array("\r\n".utf8)
        func beginAppend(_ reader: MailReader) {
            reader.raw.send(Array("a APPEND INBOX {\(message.count)+}\r\n".utf8) + message.dropLast(100))
        }
        func outcome(_ reader: MailReader) throws -> String {
            while let line = try reader.raw.line() {
                if !line.hasPrefix("* ") { return line }
            }
            return ""
        }
        let writer = try serve.reader()
        beginAppend(writer)
        writer.raw.send(end)
        #expect(try outcome(writer).hasPrefix("a OK [APPENDUID"))
        let slow = try (0..<4).map { _ in try serve.reader() }
        for reader in slow { reader.begin("FETCH * BODY.PEEK[]") }
        let senders = try (0..<6).map { _ in try serve.reader() }
        for sender in senders { beginAppend(sender) }
        // Others are answered beside them, about a large message, too.
        try writer.ok("FETCH * BODY.PEEK[]<0.20>")
        let most = serve.greatestMemory
        print("4 slow readers and 6 halves of \(size >> 20) MiB: \(most) KiB at most")
        #expect(most < 100 << 10)
        for sender in senders { sender.raw.send(end) }
        for sender in senders { #expect(try outcome(sender).hasPrefix("a OK [APPENDUID")) }
    }

    @Test func `holds less than 100 MiB for clients that send what no client sends`() throws {
        let serve = try ServedProcess(imap: [])
        func repeated(_ word: String, _ count: Int, separator: String = " ") -> String {
            Array(repeating: word, count: count).joined(separator: separator)
        }
        let bombs = [
            // Of searches: as many terms as are allowed and more, and as many words as are looked for in texts and more.
            "SEARCH \(repeated("OR", 990)) \(repeated("SUBJECT e", 991))",
            "SEARCH \(repeated("NOT", 1_500)) SEEN",
            "SEARCH \(repeated("OR NOT", 900)) \(repeated("SEEN", 901))",
            "SEARCH \(repeated("TEXT e", 50))", "SEARCH \(repeated("TEXT e", 2_500))",
            "SEARCH UID \((1...9_000).map { "\($0 * 2)" }.joined(separator: ","))",
            "SEARCH UID 1:4294967295,\(repeated("1:4294967295", 4_000, separator: ","))",
            "UID FETCH \(repeated("1:4294967295", 4_000, separator: ",")) (FLAGS)",
            "SORT (\(repeated("REVERSE SUBJECT", 4_000))) UTF-8 ALL",
            // Of lists within each other.
            "SEARCH \(repeated("(", 10_000, separator: ""))SEEN\(repeated(")", 10_000, separator: ""))",
            "FETCH 1 \(repeated("(", 10_000, separator: ""))", "LIST (\(repeated("(", 10_000, separator: "")) \"\" *",
            "LIST \"\" (\(repeated("*%", 20_000)))", "FETCH 1 BODY[\(repeated("1", 10_000, separator: "."))]",
            "ID (\(repeated("\"a\" \"b\"", 6_000)))", "STORE 1 FLAGS (\(repeated("word", 10_000)))",
            "SEARCH SUBJECT \"\(repeated("long", 30_000, separator: ""))\"",
        ]
        var nonsense: [UInt8] = []
        for number in 0..<2_000 { nonsense += "\(number) \u{1}(]{}\"\r\n".utf8 }
        var readers: [MailReader] = []
        for _ in 0..<6 {
            let reader = try serve.reader()
            readers.append(reader)
            for bomb in bombs { reader.begin(bomb) }
            reader.raw.send(nonsense)
            reader.raw.send("last NOOP\r\n")
        }
        for reader in readers {
            var answers = 0
            while let line = try reader.raw.line(), !line.hasPrefix("last ") { answers += line.hasPrefix("t") ? 1 : 0 }
            // One that sent a line beyond all bounds may have been sent away.
            #expect(answers > 1)
        }
        // Literals that are announced, of which some bytes come: for a message, and for a word.
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        for announcement in ["APPEND INBOX {4294967295+}", "SEARCH TEXT {4294967295+}", "LIST \"\" {4294967295+}"] {
            let reader = try serve.reader()
            readers.append(reader)
            reader.begin(announcement)
            for _ in 0..<8 { reader.raw.send(piece) }
        }
        for announcement in ["APPEND INBOX {4294967295}", "SEARCH TEXT {4294967295}"] {
            let reader = try serve.reader()
            readers.append(reader)
            let refusal = try reader.ask(announcement).last
            #expect(refusal?.contains(" NO [TOOBIG]") == true || refusal?.contains(" BAD ") == true, "\(announcement)")
        }
        for _ in 0..<6 {
            let reader = try serve.reader()
            readers.append(reader)
            reader.begin("SEARCH TEXT {1000000+}")
            reader.raw.send(Array(piece.prefix(999_000)))
        }
        try serve.reader().ok("FETCH 1 FLAGS")
        let most = serve.greatestMemory
        print("hostile clients: \(most) KiB at most")
        #expect(most < 100 << 10)
        withExtendedLifetime(readers) {}
    }

    @Test(.enabled("python3 is absent") { areInstalled("python3") })
    func `is read by Python's imaplib, and the log says who did what`() throws {
        let serve = try ServedProcess(imap: [])
        let python = try shell(
            """
            python3 - <<'END'
            import imaplib
            imap = imaplib.IMAP4("127.0.0.1", \(serve.port))
            try: imap.login("a@example.org", "mlt_wrong")
            except imaplib.IMAP4.error as error: print("refused")
            imap.authenticate("PLAIN", lambda _: b"\\0a@example.org\\0\(serve.token)")
            kind, data = imap.select("INBOX")
            print(kind, int(data[0]) > 3)
            kind, data = imap.append("INBOX", "", None, b"Subject: by imaplib\\r\\n\\r\\ntext\\r\\n")
            print(kind)
            kind, data = imap.uid("SEARCH", "SUBJECT", "imaplib")
            print(kind, len(data[0].split()))
            kind, data = imap.uid("STORE", data[0].split()[0].decode(), "+FLAGS", "($mark)")
            print(kind, b"$mark" in data[0])
            kind, data = imap.fetch("*", "(BODY.PEEK[])")
            print(data[0][1] == b"Subject: by imaplib\\r\\n\\r\\ntext\\r\\n")
            print(imap.logout()[0])
            END
            """, environment: [:])
        #expect(python.text == "refused\nOK True\nOK\nOK 1\nOK True\nTrue\nBYE\n", "\(python.text)")
        let log = try serve.tool("log --actor mara")
        // Commands right behind each other are one operation.
        #expect(log.contains("imap APPEND") && log.contains("mark on 1"), "\(log)")
    }

    @Test(.enabled("openssl or python3 is absent") { areInstalled("openssl", "python3") })
    func `speaks TLS with a certificate, and listens nowhere else without one`() throws {
        let program = try #require(mailledgerProgram()).path
        let folder = try TemporaryDirectory()
        let environment = ["MAILLEDGER": folder.path("ledger"), "MAILLEDGER_CONFIG": folder.path("none")]
        let refused = try shell("'\(program)' init && '\(program)' serve --imap 0.0.0.0:0", environment: environment)
        #expect(refused.status == 2 && refused.text.contains("--tls-cert"), "\(refused.text)")
        let serve = try ServedProcess(imap: ["--tls-cert", "chain.pem", "--tls-key", "key.pem"]) { folder in
            _ = try shell(
                """
                cd '\(folder.path)'
                openssl req -x509 -newkey ed25519 -nodes -keyout key.pem -out chain.pem -days 2 -subj /CN=localhost \
                    -addext subjectAltName=DNS:localhost
                """, environment: [:])
        }
        #expect(serve.said.contains(" and imaps://"))
        let python = try shell(
            """
            python3 - <<'END'
            import imaplib, re, ssl, socket
            context = ssl.create_default_context(cafile="\(serve.folder.path("chain.pem"))")
            imap = imaplib.IMAP4_SSL("localhost", \(serve.port), ssl_context=context)
            print(imap.login("a@example.org", "\(serve.token)")[0])
            print(imap.select("INBOX")[0])
            text = b"Subject: long\\r\\n\\r\\n" + b"A line of some length.\\r\\n" * 100000
            print(imap.append("INBOX", "", None, text)[0])
            print(imap.fetch("*", "(BODY.PEEK[])")[1][0][1] == text)
            # Somebody who does not speak TLS holds up nobody.
            plain = socket.create_connection(("127.0.0.1", \(serve.port)))
            print(imap.noop()[0])
            # COMPRESS, by the zlib of others.
            import zlib
            print(imap.xatom("COMPRESS", "DEFLATE")[0])
            out, back = zlib.compressobj(9, zlib.DEFLATED, -15), zlib.decompressobj(-15)
            def ask(tag, words, text=b""):
                imap.sock.sendall(out.compress(tag + words + b"\\r\\n") + out.flush(zlib.Z_SYNC_FLUSH))
                while not re.search(tag + rb"OK [^\\r]*\\r\\n$", text):
                    text += back.decompress(imap.sock.recv(65536))
                return text
            print(text in ask(b"z1 ", b"FETCH * BODY.PEEK[]"))
            ask(b"z2 ", b"NOOP")
            plain.sendall(b"a LOGIN b c\\r\\n")
            plain.settimeout(5)
            data = plain.recv(100)
            print(b"CAPABILITY" in data)
            print(b"BYE" in ask(b"z3 ", b"LOGOUT"))
            END
            """, environment: [:])
        #expect(python.text == "OK\nOK\nOK\nTrue\nOK\nOK\nTrue\nFalse\nTrue\n", "\(python.text)")
        let old = try shell(
            "openssl s_client -connect 127.0.0.1:\(serve.port) -tls1_1 </dev/null", environment: [:])
        #expect(!old.text.contains("* OK"), "\(old.text)")
    }
}
