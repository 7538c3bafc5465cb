#!/bin/sh
# Holds the rules of the house: who may import whom, and what Swift code here never says.
#
#   check-imports.sh [root]      prints each violation as file:line: what; exit 1 if there is any
set -eu
cd "${1:-$(dirname "$0")/..}"

# A module, then the modules of this package it may import. What is not in this table may not be imported at all.
table='
CommandLineTool: ArgumentParser Reports LedgerAPI HTTPServer IMAPServer Fleet WebPage SampleMail MailLedger WireModels Projections Configuration Mailboxes Content Notes Mail Chat Outbox Assist Access EventLog DiskFiles Terminals Processes Threading SystemIdentity Hashing Signing JSONCoding CivilTime
MailLedger:      WireModels Projections MIME IMAPProtocol Mailboxes Content Notes Mail Chat Outbox Assist Access Domain EventLog SQLite DiskFiles SystemIdentity Hashing Signing JSONCoding Threading CivilTime
LedgerAPI:       HTTPServer StreamSockets WebPage JMAP IMAPServer MailLedger MIME WireModels Projections Access Content EventLog SQLite DiskFiles Threading Hashing Signing JSONCoding CivilTime
WebPage:         DiskFiles Hashing
SampleMail:      DiskFiles
EmbedAssets:     DiskFiles
StreamSockets:   CTLS HTTPServer Loading CivilTime
HTTPServer:      CMicroHTTPD Loading Threading DiskFiles Processes Signing CivilTime
Fleet:           MailLedger Content EventLog LibPQ SQLite DiskFiles Hashing Signing JSONCoding Threading CivilTime
LibPQ:           CLibPQ Loading CivilTime
Reports:         WebPage MailLedger Projections Mailboxes Content Mail EventLog DiskFiles Hashing Signing JSONCoding CivilTime
JMAP:            MailLedger Projections MIME Mail Domain EventLog SQLite Hashing JSONCoding CivilTime
IMAPServer:      IMAPProtocol JMAP MailLedger Projections MIME Mail Domain EventLog SQLite Hashing CivilTime ByteSearch
IMAPProtocol:
Predicates:      MailLedger Projections Mail EventLog CivilTime
MailLedgerTesting: MailLedger WireModels Projections Notes Mail Chat Assist EventLog DiskFiles CSQLite Threading Hashing CivilTime
Projections:     Notes Mail Chat Outbox Assist Access Domain EventLog SQLite Hashing JSONCoding CivilTime Suggestions
Notes:           Domain EventLog Hashing JSONCoding CivilTime
WireModels:      Notes Mail Chat Assist EventLog DiskFiles JSONCoding CivilTime
Mail:            Domain EventLog Hashing JSONCoding CivilTime
Chat:            Domain EventLog JSONCoding CivilTime
Outbox:          Domain EventLog CivilTime
Assist:          Domain EventLog
Access:          Domain EventLog Signing Hashing CivilTime
Domain:          EventLog Hashing
EventLog:        SQLite DiskFiles Hashing Signing JSONCoding Threading CivilTime
Configuration:   CGLib DiskFiles Loading
Content:         SQLite DiskFiles Hashing Compression
Mailboxes:       IMAPProtocol DiskFiles ByteSearch Hashing Compression CivilTime
MIME:            CGMime DiskFiles ByteSearch Loading CivilTime
SQLite:          CSQLite DiskFiles
Signing:         CCrypto Hashing
Hashing:         CCrypto Loading
Compression:     CZstd CZlib
DiskFiles:       CivilTime
ByteSearch:
Suggestions:
SystemIdentity:
Terminals:       DiskFiles
Processes:       DiskFiles
JSONCoding:      ByteSearch
Threading:
Loading:
CivilTime:
ArgumentParser:  Terminals DiskFiles Suggestions
Reference:       ArgumentParser MailLedger JSONCoding
WritePages:      Reference CommandLineTool ArgumentParser DiskFiles
MailGenerator:   CivilTime
Bench:           MailGenerator CLoops Fleet MailLedger Projections Mail EventLog LibPQ SQLite Threading Hashing CivilTime
'
# Modules of the system, free to all. Foundation is not among them: it loads ICU, which a simple run has no use for.
system='Swift FoundationEssentials Synchronization Dispatch'
# Who may call the kernel and the C library: the floor, a module for each thing that is none of files, those around C libraries,
# and what measures.
kernel='DiskFiles ByteSearch CivilTime Terminals Processes SystemIdentity Threading Loading Hashing Signing Compression SQLite LibPQ MIME HTTPServer StreamSockets Bench MailGenerator'

# Files of the library that may name a verb or an option of the tool; all others give a Hint, which the tool words.
# ReadText: lines within a text of mail, which lists, exports and requests give out alike.
# Cause, LedgerMaintenance+Salvage: what the log records of a command is its line as it was typed.
worded='MailLedger/Ledger/ReadText MailLedger/Ledger/Cause MailLedger/Backup/LedgerMaintenance+Salvage'

files=$(find Sources Projections Benchmarks Tests -name '*.swift' | LC_ALL=C sort)
[ -n "$files" ] || { echo 'There are no Swift files below Sources, Projections, Benchmarks and Tests.' >&2; exit 2; }

# shellcheck disable=SC2086  # No path of the house has a blank in it.
awk -v table="$table" -v worded_files="$worded" -v system_modules="$system" -v kernel_modules="$kernel" '
function complain(what) {
    printf "%s:%d: %s\n", FILENAME, FNR, what
    violations++
}
# The module that a file is part of; tests have no row in the table.
function module_of(path,    parts) {
    split(path, parts, "/")
    if (parts[1] == "Tests") return ""
    return parts[1] == "Sources" || parts[1] == "Benchmarks" ? parts[2] : parts[1]
}
function check_import(name) {
    if (module == "") {
        if (name in wrapper) complain("a test imports " name "; use " wrapper[name])
        if (suite in suites && name in known && !((suite, name) in declared))
            complain(suite " imports " name "; Package.swift does not say so, and a clean build may fail")
        return
    }
    if (name == "Glibc") {
        if (!(module in is_kernel)) complain(module " must not import Glibc: what it needs is in DiskFiles and the modules beside it")
    } else if (!((module, name) in allowed) && !(name in is_system))
        complain(module " must not import " name)
}
# What the tests of Package.swift say that they import: tests("Mail", uses: [...]) is MailTests, which has Mail, too.
function read_suites(    text, line, calls, call, i, words, word, j, name) {
    while ((getline line < "Package.swift") > 0) text = text " " line
    close("Package.swift")
    calls = split(text, call, /[^a-z]tests\([ \t]*"/)
    for (i = 2; i <= calls; i++) {
        sub(/\).*/, "", call[i])
        words = split(call[i], word, "\"")
        name = word[1] "Tests"
        suites[name] = 1
        declared[name, word[1]] = 1
        for (j = 3; j <= words; j += 2) declared[name, word[j]] = 1
    }
}
# A file that is longer has more than one reason to exist.
function check_length(path, lines) {
    if (lines < 500) return
    printf "%s: %d lines; a file has less than 500\n", path, lines
    violations++
}
BEGIN {
    rows = split(table, row, "\n")
    for (i = 1; i <= rows; i++) {
        words = split(row[i], word, /[: ]+/)
        if (words == 0 || word[1] == "") continue
        known[word[1]] = 1
        for (j = 2; j <= words; j++) {
            if (word[j] == "") continue
            allowed[word[1], word[j]] = 1
            if (word[j] ~ /^C[A-Z]/) wrapper[word[j]] = word[1]
        }
    }
    count = split(system_modules, word, " ")
    for (i = 1; i <= count; i++) is_system[word[i]] = 1
    count = split(worded_files, word, " ")
    for (i = 1; i <= count; i++) is_worded["Sources/" word[i] ".swift"] = 1
    count = split(kernel_modules, word, " ")
    for (i = 1; i <= count; i++) is_kernel[word[i]] = 1
    read_suites()
}
FNR == 1 {
    if (NR > 1) check_length(last_file, last_line)
    module = module_of(FILENAME)
    split(FILENAME, folders, "/")
    suite = folders[2]
    if (module != "" && !(module in known)) complain(module " is not in the table of Scripts/check-imports.sh")
}
# import X, public import X, @testable import struct X.Y; alone on the line, or else it is a word of a text.
/^[ \t]*(@[A-Za-z_]+(\([^)]*\))?[ \t]+)*((public|package|internal|private|fileprivate)[ \t]+)?import[ \t]+[A-Za-z_0-9. \t]+(;.*|\/\/.*)?$/ {
    name = $0
    sub(/^.*import[ \t]+/, "", name)
    sub(/^(struct|class|enum|protocol|actor|func|var|let|typealias)[ \t]+/, "", name)
    sub(/[^A-Za-z0-9_].*$/, "", name)
    check_import(name)
}
{
    last_file = FILENAME
    last_line = FNR
}
/TODO|FIXME/ { complain("unfinished work") }
# What keeps a log is found by its place (LogPlace), so that a ledger does not know its engine.
/SQLiteLogStore|MemoryLogStore/ {
    if (FILENAME !~ /EventLog\/(SQLiteLog|MemoryLog)\// && FILENAME !~ /^Tests\/EventLogTests\//)
        complain("an engine is named outside of its folder; use LogStore and LogPlace")
}
{
    if (module == "") next
    code = $0
    if (code ~ /^[ \t]*\/\//) next
    sub(/[ \t]\/\/ .*$/, "", code)
    if (code ~ /(^|[^A-Za-z0-9_])try!/) complain("try!")
    if (code ~ /(^|[^A-Za-z0-9_])fatalError\(/) complain("fatalError")
    if (code ~ /@unchecked[ \t]+Sendable/) complain("@unchecked Sendable")
    if (module != "CivilTime" && code ~ /(^|[^A-Za-z0-9_])(clock_gettime|gettimeofday|localtime_r|gmtime_r|mktime|tzset|time\(nil)/)
        complain("a clock or a zone beside those of CivilTime")
    # The product has a name in sentences, too: "which a newer mailledger reads".
    text = code
    gsub(/newer mailledger/, "", text)
    if (module !~ /^(CommandLineTool|Reports|Reference|WritePages|ArgumentParser|Bench|MailGenerator)$/ && !(FILENAME in is_worded) && text ~ /--[a-z]|mailledger [a-z]/)
        complain("a verb or an option of the tool in the library; throw a Hint")
    # The runtime is slow to tell the name of a type, and a tool asks all its commands for theirs.
    if (names_command && code !~ /commandName:/) complain("a command without a name")
    names_command = module == "CommandLineTool" && code ~ /[^A-Za-z]CommandConfiguration\($/
    if (module == "CommandLineTool" && code ~ /[^A-Za-z]CommandConfiguration\([^c)]/) complain("a command without a name")
    if (module != "CommandLineTool" && module != "Bench" && module != "WritePages" && code ~ /(^|[^A-Za-z0-9_.])(debugPrint|print)\(/) complain("print outside the tool")
}
END {
    check_length(last_file, last_line)
    if (violations > 0) {
        printf "%d violation%s of the rules of the house\n", violations, violations == 1 ? "" : "s" > "/dev/stderr"
        exit 1
    }
}' $files
