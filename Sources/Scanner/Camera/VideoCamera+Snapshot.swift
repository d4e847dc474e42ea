// One picture from a camera, to see what it sees.

extension VideoCamera {
    /// Opens a camera, takes one picture and closes it.
    ///
    /// - Parameters:
    ///   - path: The camera's node.
    ///   - request: The picture that is wanted.
    ///   - place: Where Motion JPEG is decoded.
    /// - Returns: The tenth frame, for by then most webcams have adjusted their exposure.
    /// - Throws: ``CameraError``; `CancellationError` when the task was cancelled.
    public static func snapshot(
        path: String, request: VideoRequest = VideoRequest(), decodingAt place: DecoderLocation = .here
    ) async throws -> Frame {
        let camera = VideoCamera(path: path, request: request, decodingAt: place)
        var frames = 0
        while let event = await camera.next() {
            switch event {
            case .frame(let frame):
                frames += 1
                if frames == 10 { return frame }
            case .lost(let error): throw error
            case .opened, .untuned, .unreadable: continue
            }
        }
        throw CancellationError()
    }
}
