// What decodes, behind the memory that its requests and answers lie in.

/// One decoder, in this process or in another; it belongs to one task or actor, and its calls wait.
protocol DecoderBackend: AnyObject {
    /// What a request is made of, and where its answer is taken from.
    var bytes: UnsafeMutableRawBufferPointer { get }

    /// - Parameters:
    ///   - request: About what lies in ``bytes``.
    ///   - seconds: How long a core may work on it.
    /// - Returns: What was found; its bytes lie in ``bytes`` until the next request.
    /// - Throws: ``DecoderError``; the next request is not touched by it.
    func answer(to request: DecoderRequest, withinSeconds seconds: Int) throws(DecoderError) -> DecoderAnswer

    /// Gives back what a large picture took of the memory.
    ///
    /// - Parameter used: How many bytes from the beginning were used.
    func forget(_ used: Int)
}

extension DecoderLocation {
    /// - Parameter limits: The largest pictures that it will be given.
    /// - Returns: A decoder there; a process is started for the first picture.
    /// - Throws: ``DecoderError/cannotStart(errno:)``.
    func end(limits: ImageLimits = .default) throws(DecoderError) -> any DecoderBackend {
        switch self {
        case .here: try InProcessDecoder(limits: limits)
        case .process(let program): try DecoderProcess(program, limits: limits)
        }
    }
}
