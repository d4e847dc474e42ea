// A decoder in this process.

/// Decodes in this process, for programs that trust their pictures.
final class InProcessDecoder: DecoderBackend {
    private var decoder: DecoderCore
    private let memory: SharedMemory

    /// Creates a decoder.
    ///
    /// - Parameter limits: The size limits of pictures passed to it.
    /// - Throws: ``DecoderError/cannotStart(errno:)``.
    init(limits: ImageLimits) throws(DecoderError) {
        decoder = try DecoderCore()
        memory = try SharedMemory(count: max(limits.bytes, limits.pixels))
    }

    var bytes: UnsafeMutableRawBufferPointer { memory.bytes }

    func answer(to request: DecoderRequest, withinSeconds seconds: Int) throws(DecoderError) -> DecoderAnswer {
        decoder.answer(request, in: memory.bytes)
    }

    func forget(_ used: Int) { memory.forget(used) }
}
