// What lies in a folder.

internal import Glibc

/// Names of a folder's entries, in no order.
public struct FolderNames {
    /// Without the folder.
    public private(set) var names: [String] = []
    /// Those that are not UTF-8, for people to read: no path can be made of them. See ``escaped(_:)``.
    public private(set) var otherNames: [String] = []

    /// - Parameter path: A folder.
    /// - Throws: ``ImageFileError/cannotRead(errno:)``.
    public init(of path: String) throws(ImageFileError) {
        guard let folder = opendir(path) else { throw .cannotRead(errno: errno) }
        defer { closedir(folder) }
        errno = 0
        while let entry = readdir(folder) {
            let bytes = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            // A name that is put right is another file's name.
            if let name = String(validating: bytes, as: UTF8.self) {
                if name != ".", name != ".." { names.append(name) }
            } else {
                otherNames.append(Self.escaped(bytes))
            }
            errno = 0
        }
        // The end, and a disk that failed on the way, look alike but for this.
        guard errno == 0 else { throw .cannotRead(errno: errno) }
    }

    /// A name that is not UTF-8, for people to read.
    ///
    /// - Parameter name: Its bytes.
    /// - Returns: With `\xff` and the like for all that is not ASCII.
    public static func escaped(_ name: some Sequence<UInt8>) -> String {
        name.map { byte in
            let digits = String(byte, radix: 16)
            return (0x20...0x7E).contains(byte)
                ? String(Unicode.Scalar(byte)) : "\\x" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}
