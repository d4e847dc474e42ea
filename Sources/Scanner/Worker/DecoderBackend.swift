// The interface of decoders: requests and answers in shared memory.

/// A decoder, in this process or in another; it must be used by one task or actor, and its calls block.
protocol DecoderBackend: AnyObject {
    /// The memory for the data of requests and answers.
    var bytes: UnsafeMutableRawBufferPointer { get }

    /// Performs a request and waits for the answer.
    ///
    /// - Parameters:
    ///   - request: The request about the data in ``bytes``.
    ///   - seconds: The limit of processor time, in seconds.
    /// - Returns: The answer; its data stays in ``bytes`` until the next request.
    /// - Throws: ``DecoderError``, which does not affect the next request.
    func answer(to request: DecoderRequest, withinSeconds seconds: Int) throws(DecoderError) -> DecoderAnswer

    /// Releases the memory that a large picture took.
    ///
    /// - Parameter used: The number of bytes used, from the beginning.
    func forget(_ used: Int)
}
