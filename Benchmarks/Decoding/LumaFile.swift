// A picture as every reader gets it: 8-bit luma, decompressed and cut to size beforehand.

import FoundationEssentials
import Glibc
import Scanner

/// A file of nothing but luma, row by row, and the line that asks a reader to decode it.
struct LumaFile {
    let width: Int
    let height: Int
    let path: String

    /// Writes a picture.
    ///
    /// - Parameters:
    ///   - frame: The picture.
    ///   - path: A file that is not there; readers keep the picture of the path they were asked for last.
    /// - Throws: ``BenchmarkError/folder(path:errno:)`` when the disk is full.
    init(_ frame: Frame, at path: String) throws {
        (width, height) = (frame.width, frame.height)
        self.path = path
        guard FileManager.default.createFile(atPath: path, contents: Data(frame.luma)) else {
            throw BenchmarkError.folder(path: path, errno: errno)
        }
    }

    /// - Parameter request: A line as ``request`` makes it.
    init?(request: String) {
        let parts = request.split(separator: " ", maxSplits: 2)
        guard parts.count == 3, let width = Int(parts[0]), let height = Int(parts[1]) else { return nil }
        (self.width, self.height, path) = (width, height, String(parts[2]))
    }

    /// Width, height and path, with spaces between.
    var request: String { "\(width) \(height) \(path)" }

    /// The picture.
    ///
    /// - Throws: ``BenchmarkError/folder(path:errno:)`` when the file is not there or has another length.
    func frame() throws -> Frame {
        guard let luma = FileManager.default.contents(atPath: path), luma.count == width * height else {
            throw BenchmarkError.folder(path: path, errno: ENOENT)
        }
        return Frame(width: width, height: height, luma: [UInt8](luma))
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
