// The output to the calling program.

import Glibc

/// Writes pictures to standard output, in the format described by ``ForeignPictures``.
enum PictureOutput {
    static func write(width: Int, height: Int, luma: [UInt8]) {
        write(bytes(of: width) + bytes(of: height))
        write(luma)
    }

    /// Writes the reason why no more pictures follow.
    static func end(because reason: String) {
        write(bytes(of: 0) + Array(reason.utf8.prefix(200)))
    }

    private static func bytes(of number: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            // The calling program is gone, so there is no reason to continue.
            guard count > 0 else { exit(74) }
            rest = rest.dropFirst(count)
        }
    }
}
