// Reading codes and writing photographs.

import FoundationEssentials

/// The PNG files in a folder.
///
/// - Parameter folder: Its path.
/// - Returns: File names without `.png`, in alphabetical order.
/// - Throws: ``ToolError/noFolder(path:)``, ``ToolError/noPictures(path:)``.
func namesOfPictures(in folder: String) throws(ToolError) -> [String] {
    guard let entries = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
        throw .noFolder(path: folder)
    }
    let names = entries.filter { $0.hasSuffix(".png") }.map { String($0.dropLast(4)) }.sorted()
    guard !names.isEmpty else { throw .noPictures(path: folder) }
    return names
}

/// Reads a whole file.
func readFile(_ path: String) throws(ToolError) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path: path) }
    return [UInt8](data)
}

/// Writes a whole file, over one that may be there.
func writeFile(_ bytes: [UInt8], to path: String) throws(ToolError) {
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { throw .unwritable(path: path) }
}

/// Makes a folder and those above it, unless it is there.
func makeFolder(_ path: String) throws(ToolError) {
    do {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
        throw .unwritable(path: path)
    }
}
