// Reads codes and writes photographs.

import FoundationEssentials

/// Lists the PNG files in a folder.
///
/// - Parameter folder: The folder's path.
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

/// Writes a whole file, replacing an existing one.
func writeFile(_ bytes: [UInt8], to path: String) throws(ToolError) {
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { throw .unwritable(path: path) }
}

/// Creates a folder and its parents, unless it exists.
func makeFolder(_ path: String) throws(ToolError) {
    do {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
        throw .unwritable(path: path)
    }
}
