// The contents of a folder.

internal import Glibc

/// The names of a folder's entries, in no particular order.
public struct FolderNames {
    /// The names, without the folder's path.
    public private(set) var names: [String] = []
    /// Names that are not UTF-8, for display only: no path can be formed from them. See ``escaped(_:)``.
    public private(set) var otherNames: [String] = []

    /// Lists a folder.
    ///
    /// - Parameter path: A folder.
    /// - Throws: ``ImageFileError/cannotRead(errno:)``.
    public init(of path: String) throws(ImageFileError) {
        guard let folder = opendir(path) else { throw .cannotRead(errno: errno) }
        defer { closedir(folder) }
        errno = 0
        while let entry = readdir(folder) {
            let bytes = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            // A repaired name would be another file's name.
            if let name = String(validating: bytes, as: UTF8.self) {
                if name != ".", name != ".." { names.append(name) }
            } else {
                otherNames.append(Self.escaped(bytes))
            }
            errno = 0
        }
        // Only errno distinguishes the end of the folder from a read error.
        guard errno == 0 else { throw .cannotRead(errno: errno) }
    }

    /// Returns a name that is not UTF-8 in a form for display.
    ///
    /// - Parameter name: The bytes of the name.
    /// - Returns: The name, with bytes outside ASCII as `\xff` and the like.
    public static func escaped(_ name: some Sequence<UInt8>) -> String {
        name.map { byte in
            let digits = String(byte, radix: 16)
            return (0x20...0x7E).contains(byte)
                ? String(Unicode.Scalar(byte)) : "\\x" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}
