// What tests look at and put on a disk.

import Glibc
import Testing

@testable import TicketSigning

enum TestFile {
    static func mode(of path: String) throws -> mode_t {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return status.st_mode & 0o7777
    }

    static func contents(of path: String) throws -> String {
        String(decoding: try PrivateFile.read(path), as: UTF8.self)
    }

    static func write(_ text: String, to path: String) throws {
        try write(Array(text.utf8), to: path)
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        try #require(Glibc.write(file, bytes, bytes.count) == bytes.count)
    }

    /// The names in a folder, in order.
    static func names(in folder: String) throws -> [String] {
        let stream = try #require(opendir(folder))
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

extension TestFile {
    /// Reads an event key as a door does.
    static func eventKey(at path: String) throws(KeyFileError) -> EventKey {
        guard case .event(let key) = try KeyFile.read(at: path) else { throw .notEventKey(path: path) }
        return key
    }
}
