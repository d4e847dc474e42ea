// A picture as every reader gets it: 8-bit luma, decompressed and cropped beforehand.

import FoundationEssentials
import Glibc
import QRReader

/// A file of raw luma, row by row, and the line that requests its decoding.
struct LumaFile {
    let width: Int
    let height: Int
    let path: String

    /// Writes a picture.
    ///
    /// - Parameters:
    ///   - frame: The picture.
    ///   - path: A file that does not exist; readers cache the picture of the last requested path.
    /// - Throws: ``BenchmarkError/folder(path:errno:)`` if the disk is full.
    init(_ frame: Frame, at path: String) throws {
        (width, height) = (frame.width, frame.height)
        self.path = path
        guard FileManager.default.createFile(atPath: path, contents: Data(frame.luma)) else {
            throw BenchmarkError.folder(path: path, errno: errno)
        }
    }

    /// The width, height and path, separated by spaces.
    var request: String { "\(width) \(height) \(path)" }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
