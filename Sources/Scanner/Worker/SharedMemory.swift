// Memory shared by two processes, for passing pictures between them.

internal import CLinux
internal import Glibc

/// Anonymous memory of a sealed size; pages that were never written take no memory.
///
/// It is a class so that it is unmapped exactly once.
final class SharedMemory {
    let bytes: UnsafeMutableRawBufferPointer
    /// The memory's descriptor in this process, closed with the memory.
    let descriptor: Int32

    /// The number under which a decoder process inherits the descriptor.
    static let inheritedDescriptor: Int32 = 3
    /// The amount of memory kept for the next picture; a larger picture's memory is released.
    private static let keptBytes = 16 << 20

    /// Creates the memory.
    ///
    /// - Parameter count: The size in bytes, 1 or more.
    /// - Throws: ``DecoderError/cannotStart(errno:)``.
    init(count: Int) throws(DecoderError) {
        let descriptor = memfd_create("pictures", UInt32(DC_MFD_CLOEXEC) | UInt32(DC_MFD_ALLOW_SEALING))
        guard descriptor >= 0 else { throw .cannotStart(errno: errno) }
        // Sealed: otherwise, a process that shrank it would end the other with SIGBUS.
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

    /// Maps the memory that this process was started with.
    ///
    /// - Parameter count: The size, as given by the process that created it.
    init?(inherited count: Int) {
        guard count > 0, let bytes = Self.map(Self.inheritedDescriptor, count) else { return nil }
        (descriptor, self.bytes) = (Self.inheritedDescriptor, bytes)
    }

    deinit {
        munmap(bytes.baseAddress, bytes.count)
        close(descriptor)
    }

    /// Releases the memory that a large picture took.
    ///
    /// - Parameter used: The number of bytes used, from the beginning.
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
