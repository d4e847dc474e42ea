// Memory that two processes see, for pictures on their way between them.

internal import CLinux
internal import Glibc

/// Anonymous memory of a size that nobody can change; what was never written takes no room.
///
/// A class, so that it is unmapped exactly once.
final class SharedMemory {
    let bytes: UnsafeMutableRawBufferPointer
    /// To be given to the other process; nil where this is the other process.
    let descriptor: Int32

    /// Where the other process finds it.
    static let inheritedDescriptor: Int32 = 3
    /// What is kept for the next picture; a larger one gives its memory back.
    private static let keptBytes = 16 << 20

    /// Makes it.
    ///
    /// - Parameter count: Bytes, 1 or more.
    /// - Throws: ``DecoderError/cannotStart(errno:)``.
    init(count: Int) throws(DecoderError) {
        let descriptor = memfd_create("pictures", UInt32(DC_MFD_CLOEXEC) | UInt32(DC_MFD_ALLOW_SEALING))
        guard descriptor >= 0 else { throw .cannotStart(errno: errno) }
        // Sealed: a process that made it smaller would end the other with SIGBUS.
        guard ftruncate(descriptor, count) == 0, fcntl(descriptor, DC_ADD_SEALS, DC_SEALS) == 0 else {
            let code = errno
            close(descriptor)
            throw .cannotStart(errno: code)
        }
        guard let bytes = Self.map(descriptor, count) else {
            let code = errno
            close(descriptor)
            throw .cannotStart(errno: code)
        }
        (self.descriptor, self.bytes) = (descriptor, bytes)
    }

    /// Takes the memory that this process was started with.
    ///
    /// - Parameter count: Its size, as whoever made it says.
    init?(inherited count: Int) {
        guard count > 0, let bytes = Self.map(Self.inheritedDescriptor, count) else { return nil }
        (descriptor, self.bytes) = (Self.inheritedDescriptor, bytes)
    }

    deinit {
        munmap(bytes.baseAddress, bytes.count)
        close(descriptor)
    }

    /// Gives back what a large picture took.
    ///
    /// - Parameter used: How many bytes from the beginning were used.
    func forget(_ used: Int) {
        guard used > Self.keptBytes else { return }
        madvise(bytes.baseAddress, bytes.count, DC_MADV_REMOVE)
    }

    private static func map(_ descriptor: Int32, _ count: Int) -> UnsafeMutableRawBufferPointer? {
        guard let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED
        else { return nil }
        return UnsafeMutableRawBufferPointer(start: start, count: count)
    }
}
