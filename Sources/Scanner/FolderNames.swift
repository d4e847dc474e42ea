// What lies in a folder.

internal import Glibc

/// Names of a folder's entries.
enum FolderNames {
    /// - Parameter path: A folder.
    /// - Returns: The names in it, without the folder, in no order.
    /// - Throws: ``ImageFileError/cannotRead(errno:)``.
    static func list(_ path: String) throws(ImageFileError) -> [String] {
        guard let folder = opendir(path) else { throw .cannotRead(errno: errno) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }
}
