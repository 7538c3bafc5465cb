#!/bin/sh
# A client of JMAP that is curl: the session, a request, and a part of a message with what says whether it is still the same.
#
# usage: curl_session.sh URL TOKEN FOLDER
set -eu
url=$1
cd "$3"
ask() { curl -sS --fail-with-body --max-time 30 -u ":$token" "$@"; }
token=$2

# The value of a key whose value is a text: the first one in a file.
value() { sed -E 's/.*"'"$1"'":"([^"]*)".*/\1/' "$2"; }

ask -L "$url/.well-known/jmap" > session
account=$(sed -E 's/.*"primaryAccounts":\{"[^"]*":"([^"]*)"\}.*/\1/' session)
echo "account ${#account}"

cat > request <<END
{"using": ["urn:ietf:params:jmap:mail"], "methodCalls": [
    ["Email/query", {"accountId": "$account", "filter": {"hasAttachment": true}, "limit": 1}, "q"],
    ["Email/get", {"accountId": "$account", "#ids": {"resultOf": "q", "name": "Email/query", "path": "/ids"},
        "properties": ["blobId"]}, "g"]]}
END
ask -H 'Content-Type: application/json' --data-binary @request "$(value apiUrl session)" > answer
blob=$(value blobId answer)
echo "blob ${#blob}"

download=$(value downloadUrl session \
    | sed "s/{accountId}/$account/; s/{blobId}/$blob/; s/{name}/mail.eml/; s/{type}/application%2Foctet-stream/")
ask -o whole -D head "$download"
sed -nE 's/^ETag: (.*)\r$/\1/p' head > etag
ask -r 10-19 -o part -D head "$download"
sed -nE 's/^HTTP[^ ]* ([0-9]+).*/\1/p; s/^Content-Range: bytes ([^/]*).*/\1/p' head
tail -c +11 whole | head -c 10 | cmp - part && echo "the same bytes"
# A download that was broken off goes on where it ended, if it is still of the same bytes.
head -c 25 whole > rest
ask -C - -H "If-Range: $(cat etag)" -o rest "$download"
cmp whole rest && echo "gone on with"
ask -H 'If-Range: "other"' -r 10-19 -o again -w '%{http_code}\n' "$download"
cmp whole again && echo "all of others"
curl -sS --max-time 30 -u ":$token" -H "If-None-Match: $(cat etag)" -o /dev/null -w '%{http_code}\n' "$download"
