#!/bin/sh
# Holds the rules of the house: who may import whom, and what Swift code here never says.
#
#   check-imports.sh [root]      prints each violation as file:line: what; exit 1 if there is any
set -eu
cd "${1:-$(dirname "$0")/..}"

# A module, then the modules of this package it may import. What is not in this table may not be imported at all.
table='
CommandLineTool: ArgumentParsing Reports LedgerAPI HTTPServing HTTPAsking IMAPServer Fleet WebPage SampleMail MailLedger WireModels Projections ConfigurationFiles Mailboxes Content Notes Mail Chat Outbox Assist Access EventLog DiskFiles Terminals Processes Parallel SystemIdentity Cryptography JSONCoding CivilTime
MailLedger:      ImportExport Requests LedgerCare LedgerContexts LedgerHistory LedgerKernel QueryLanguage WireModels Projections Mailboxes Content Mail Domain EventLog SQLiteDatabase DiskFiles Cryptography Parallel CivilTime
ImportExport:    Requests LedgerCare LedgerContexts LedgerHistory LedgerKernel Projections MIME Mailboxes Content Mail Domain EventLog SQLiteDatabase DiskFiles Cryptography JSONCoding Parallel CivilTime
Requests:        LedgerCare LedgerContexts LedgerHistory LedgerKernel QueryLanguage WireModels Projections MIME Content Notes Mail Chat Outbox Assist Access Domain EventLog DiskFiles Cryptography JSONCoding CivilTime
LedgerCare:      LedgerContexts LedgerHistory LedgerKernel Projections MIME Mailboxes Content Mail Domain EventLog SQLiteDatabase DiskFiles Cryptography JSONCoding CivilTime
LedgerContexts:  LedgerHistory LedgerKernel QueryLanguage Projections MIME IMAPProtocol Mailboxes Content Notes Mail Chat Outbox Assist Access Domain EventLog SQLiteDatabase Cryptography JSONCoding CivilTime
LedgerHistory:   LedgerKernel QueryLanguage Projections MIME Notes Mail Chat Outbox Assist Domain EventLog SQLiteDatabase Cryptography JSONCoding CivilTime
LedgerKernel:    QueryLanguage WireModels Projections MIME Mailboxes Content Mail Domain EventLog SQLiteDatabase DiskFiles SystemIdentity Cryptography JSONCoding Parallel CivilTime
QueryLanguage:   Projections MIME Mail Assist Domain EventLog CivilTime
LedgerAPI:       HTTPServing StreamSockets WebPage JMAP IMAPServer MailLedger MIME WireModels Projections Access Content EventLog SQLiteDatabase DiskFiles Parallel Cryptography JSONCoding CivilTime
WebPage:         DiskFiles Cryptography
SampleMail:      DiskFiles
EmbedAssets:     DiskFiles
StreamSockets:   CTLS HTTPServing Loading CivilTime
HTTPServing:     CMicroHTTPD Loading Parallel DiskFiles Processes Cryptography CivilTime
Fleet:           MailLedger Content EventLog LibPQ SQLiteDatabase DiskFiles Cryptography JSONCoding Parallel CivilTime
LibPQ:           CLibPQ Loading CivilTime
HTTPAsking:      CCurl Loading
Reports:         WebPage MailLedger Projections Mailboxes Content Mail EventLog DiskFiles Cryptography JSONCoding CivilTime
JMAP:            MailLedger Projections MIME Mail Domain EventLog SQLiteDatabase Cryptography JSONCoding CivilTime
IMAPServer:      IMAPProtocol JMAP Compression MailLedger Projections MIME Mail Domain EventLog SQLiteDatabase Cryptography CivilTime ByteSearch
IMAPProtocol:
Predicates:      MailLedger Projections Mail EventLog CivilTime
MailLedgerTesting: MailLedger WireModels Projections Notes Mail Chat Assist EventLog DiskFiles CSQLite Parallel Cryptography CivilTime
Projections:     Notes Mail Chat Outbox Assist Access Domain EventLog SQLiteDatabase Cryptography JSONCoding CivilTime Suggestions
Notes:           Domain EventLog Cryptography JSONCoding CivilTime
WireModels:      Notes Mail Chat Assist EventLog DiskFiles JSONCoding CivilTime
Mail:            Domain EventLog Cryptography JSONCoding CivilTime
Chat:            Domain EventLog JSONCoding CivilTime
Outbox:          Domain EventLog CivilTime
Assist:          Domain EventLog
Access:          Domain EventLog Cryptography CivilTime
Domain:          EventLog Cryptography
EventLog:        SQLiteDatabase DiskFiles Cryptography JSONCoding Parallel CivilTime
ConfigurationFiles: CGLib DiskFiles Loading
Content:         SQLiteDatabase DiskFiles Cryptography Compression
Mailboxes:       IMAPProtocol DiskFiles ByteSearch Cryptography Compression CivilTime
MIME:            CGMime DiskFiles ByteSearch Loading CivilTime
SQLiteDatabase:  CSQLite DiskFiles
Cryptography:    CCrypto CNettle Loading
Compression:     CZstd CZlib
DiskFiles:       CivilTime
ByteSearch:
Suggestions:
SystemIdentity:
Terminals:       DiskFiles
Processes:       DiskFiles
JSONCoding:      ByteSearch
Parallel:
Loading:
CivilTime:
ArgumentParsing: Terminals DiskFiles Suggestions
Reference:       ArgumentParsing MailLedger JSONCoding
WritePages:      Reference CommandLineTool ArgumentParsing DiskFiles
MailGenerator:   CivilTime
Bench:           MailGenerator CLoops Fleet MailLedger Projections Mail EventLog LibPQ SQLiteDatabase Parallel Cryptography CivilTime
'
# Modules of the system, free to all. Foundation is not among them: it loads ICU, which a simple run has no use for.
system='Swift FoundationEssentials Synchronization Dispatch'
# Who may call the kernel and the C library: the floor, a module for each thing that is none of files, those around C libraries,
# and what measures.
kernel='DiskFiles ByteSearch CivilTime Terminals Processes SystemIdentity Parallel Loading Cryptography Compression SQLiteDatabase LibPQ HTTPAsking MIME HTTPServing StreamSockets Bench MailGenerator'

# Files of the library that may name a verb or an option of the tool; all others give a Hint, which the tool words.
# ReadText: lines within a text of mail, which lists, exports and requests give out alike.
# Cause, LedgerMaintenance+Salvage: what the log records of a command is its line as it was typed.
worded='LedgerKernel/Ledger/ReadText LedgerKernel/Ledger/Cause LedgerCare/Backup/LedgerMaintenance+Salvage'

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
    if (module !~ /^(CommandLineTool|Reports|Reference|WritePages|ArgumentParsing|Bench|MailGenerator)$/ && !(FILENAME in is_worded) && text ~ /--[a-z]|mailledger [a-z]/)
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
