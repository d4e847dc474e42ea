// What lies in a folder.

internal import Glibc

/// Names of a folder's entries.
public enum FolderNames {
    /// - Parameter path: A folder.
    /// - Returns: The names in it, without the folder, in no order.
    /// - Throws: ``ImageFileError/cannotRead(errno:)``.
    public static func list(_ path: String) throws(ImageFileError) -> [String] {
        guard let folder = opendir(path) else { throw .cannotRead(errno: errno) }
        defer { closedir(folder) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        // The end, and a disk that failed on the way, look alike but for this.
        guard errno == 0 else { throw .cannotRead(errno: errno) }
        return names
    }
}
