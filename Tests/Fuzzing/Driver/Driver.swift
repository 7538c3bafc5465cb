internal import Fuzzing
internal import Glibc

/// libFuzzer's entry to one of the targets, that of `MAILLEDGER_FUZZ` (<https://llvm.org/docs/LibFuzzer.html>).
private let target: FuzzTarget = {
    let name = unsafe getenv("MAILLEDGER_FUZZ").map { unsafe String(cString: $0) } ?? ""
    guard let target = FuzzTarget.named(name) else {
        print("MAILLEDGER_FUZZ is one of \(FuzzTarget.all.map(\.name).joined(separator: " "))")
        exit(64)
    }
    return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do {
        try target.check(bytes)
    } catch {
        // A promise that is not kept is what a crash is: the fuzzer keeps the input.
        fatalError("\(target.name): \(error)")
    }
    return 0
}

/// Writes the seeds and the words of the target into the folder of `MAILLEDGER_FUZZ_SEEDS`, and ends.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>?,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
    guard let folder = unsafe getenv("MAILLEDGER_FUZZ_SEEDS").map({ unsafe String(cString: $0) }) else { return 0 }
    for (index, seed) in target.seeds.enumerated() { write(seed, to: "\(folder)/seed\(index)") }
    let dictionary = target.words.map { "\"" + $0.utf8.map(escaped).joined() + "\"\n" }.joined()
    write(dictionary, to: "\(folder)/../words-\(target.name)")
    exit(0)
}

/// A byte as a dictionary of libFuzzer has it.
private func escaped(_ byte: UInt8) -> String {
    let digits = Array("0123456789abcdef")
    return "\\x\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
}

private func write(_ text: String, to path: String) {
    guard let file = unsafe fopen(path, "w") else { fatalError("\(path) cannot be written") }
    let bytes = Array(text.utf8)
    let written = unsafe fwrite(bytes, 1, bytes.count, file)
    guard unsafe fclose(file) == 0, written == bytes.count else { fatalError("\(path) cannot be written") }
}

/// The package manager calls what a program of this name begins with, and libFuzzer's own `main` calls the same as this.
@_cdecl("ledger_fuzz_main")
public func begin(
    _ count: CInt, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
    var (count, words) = unsafe (count, words)
    return unsafe runDriver(&count, &words, testOneInput)
}

// It is C: with pointers alone both languages call alike.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
