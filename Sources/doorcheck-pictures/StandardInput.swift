// The input file.

import Glibc

/// Standard input, which is a file in memory.
enum StandardInput {
    static func read() throws(ForeignPictureError) -> [UInt8] {
        var facts = stat()
        guard fstat(STDIN_FILENO, &facts) == 0, facts.st_size > 0 else { throw ForeignPictureError("it is empty") }
        var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
        let count = pread(STDIN_FILENO, &bytes, bytes.count, 0)
        guard count == bytes.count else { throw ForeignPictureError("it cannot be read") }
        return bytes
    }
}
