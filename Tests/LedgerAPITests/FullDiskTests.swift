import Foundation
import TestSupport
import Testing

@Suite struct `A server on a full disk` {
    @Test(
        .enabled("the system gives no mounts, or curl is absent") {
            PrivateMounts.command != nil && areInstalled("curl")
        })
    func `says that it is unavailable to what changes something, answers the rest, and goes on when there is room`()
        throws
    {
        let program = try #require(mailledgerProgram()).path
        let folder = try TemporaryDirectory()
        let place = folder.path("place")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let script = """
            mount -t tmpfs -o size=24m,mode=700 none "$PLACE"
            export MAILLEDGER="$PLACE/ledger" MAILLEDGER_CONFIG="$PLACE/none"
            "$T" init >/dev/null && "$T" account add a@example.org >/dev/null
            "$T" import Samples/maildir --account a@example.org >/dev/null
            token=$("$T" token add t --scopes read,write 2>/dev/null | grep -o "mlt_[A-Za-z0-9_-]*")
            "$T" serve --listen 127.0.0.1:0 > "$OUT/said" &
            server=$!
            trap "kill -9 $server 2>/dev/null" EXIT
            while [ ! -s "$OUT/said" ]; do sleep 0.05; done
            url=http://127.0.0.1:$(sed "s/.*http:..127.0.0.1:\\([0-9]*\\) .*/\\1/" "$OUT/said")
            ask() { curl -sS -u ":$token" -H "Content-Type: application/json" "$@"; echo; }
            account=$(ask $url/jmap/session | grep -o "A[0-9a-f]\\{32\\}" | head -1)
            call() { ask -d "{\\"using\\": [\\"urn:ietf:params:jmap:core\\", \\"urn:ietf:params:jmap:mail\\"], \\"methodCalls\\": [$1]}" $url/jmap/api; }
            email=$(call "[\\"Email/query\\", {\\"accountId\\": \\"$account\\", \\"limit\\": 1}, \\"q\\"]" | grep -o "M[0-9a-f]\\{32\\}" | head -1)
            put() { call "[\\"Email/set\\", {\\"accountId\\": \\"$account\\", \\"update\\": {\\"$email\\": {\\"keywords/$1\\": true}}}, \\"s\\"]"; }
            get() { call "[\\"Email/get\\", {\\"accountId\\": \\"$account\\", \\"ids\\": [\\"$email\\"], \\"properties\\": [\\"keywords\\"]}, \\"g\\"]"; }
            put before > "$OUT/before"
            for size in 64k 4k 1; do dd if=/dev/zero of="$PLACE/fill-$size" bs=$size 2>/dev/null; done
            for n in $(seq 400); do
                put full$n > "$OUT/full"
                grep -q serverUnavailable "$OUT/full" && break
            done
            get > "$OUT/meanwhile"
            ask -d "{\\"command\\": \\"mark-messages\\", \\"parameters\\": {\\"filter\\": \\"*\\", \\"adding\\": [\\"all\\"]}}" -w "%{http_code}" $url/v1/requests > "$OUT/command"
            head -c 300000 /dev/zero | curl -sS -u ":$token" -H "Content-Type: application/octet-stream" --data-binary @- -w "%{http_code}" $url/jmap/upload/$account/ > "$OUT/upload"
            rm "$PLACE"/fill-*
            put after > "$OUT/after"
            get > "$OUT/then"
            kill $server; wait $server; echo $? > "$OUT/status"
            "$T" verify > "$OUT/verify" 2>&1; echo $? >> "$OUT/verify"
            """
        try Data(script.utf8).write(to: URL(filePath: folder.path("script")))
        let result = try shell(
            "\(PrivateMounts.command ?? "false") sh '\(folder.path("script"))'",
            environment: ["T": program, "PLACE": place, "OUT": folder.path])
        func text(_ name: String) throws -> String { try String(contentsOfFile: folder.path(name), encoding: .utf8) }
        let (before, full, meanwhile) = (try text("before"), try text("full"), try text("meanwhile"))
        #expect(before.contains(#""updated":{"M"#), "\(result.text)")
        #expect(full.contains("serverUnavailable"), "\(full)")
        #expect(meanwhile.contains(#""before":true"#), "\(meanwhile)")
        let (command, upload) = (try text("command"), try text("upload"))
        #expect(command.contains("SERVICE_UNAVAILABLE") && command.contains("503"), "\(command)")
        #expect(upload.contains("503"), "\(upload)")
        for answer in [full, command, upload] { #expect(!answer.contains(place), "\(answer)") }
        // Nothing that was refused is there.
        let (after, then) = (try text("after"), try text("then"))
        #expect(after.contains(#""updated":{"M"#), "\(after)")
        #expect(then.contains(#""after":true"#) && !then.contains(#""all":true"#), "\(then)")
        let (status, verified) = (try text("status"), try text("verify"))
        #expect(status == "0\n" && verified.hasSuffix("0\n"), "\(status) \(verified)")
    }
}
