// A folder that lives as long as a test needs it.

import FoundationEssentials
import Glibc

/// Makes an empty folder, gives its path to `body`, and removes it with all its contents afterwards.
///
/// - Parameter body: Gets the absolute path, without a trailing slash.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or ``TemporaryFolderError``.
public func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = try makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
}

/// The same for a `body` that suspends.
///
/// - Parameters:
///   - parts: Folders to make in it, by their paths below it.
///   - isolation: The caller's.
///   - body: Gets the absolute path, without a trailing slash.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or ``TemporaryFolderError``.
public func withTemporaryFolder<Result>(
    holding parts: [String] = [],
    isolation: isolated (any Actor)? = #isolation,
    _ body: (String) async throws -> Result
) async throws -> Result {
    let path = try makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    for part in parts {
        try FileManager.default.createDirectory(atPath: "\(path)/\(part)", withIntermediateDirectories: true)
    }
    return try await body(path)
}

/// The folder could not be made; holds `errno`.
public struct TemporaryFolderError: Error {
    public let errno: Int32
}

private func makeTemporaryFolder() throws -> String {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/doorcheck-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TemporaryFolderError(errno: errno) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
