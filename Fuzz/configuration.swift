// Configuration files with any text.

import DoorConfiguration

/// Interprets the input as a complete file.
@_cdecl("LLVMFuzzerTestOneInput")
public func readConfiguration(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard let text = String(validating: bytes, as: UTF8.self) else { return 0 }
    do {
        let file = try ConfigurationFile(path: "fuzz.toml", text: text)
        _ = try Configuration(file: file, environment: [:])
    } catch {
        precondition(!error.description.isEmpty, "a configuration is refused without a reason")
    }
    return 0
}

/// TOMLKit 0.6 leaks some memory with each file, which is harmless for a program that reads one file.
@_cdecl("__lsan_is_turned_off")
public func ignoreLeaks() -> CInt { 1 }
