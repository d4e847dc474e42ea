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

    /// Width, height and path, with spaces between.
    var request: String { "\(width) \(height) \(path)" }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
