// A single picture from a camera, to check its view.

extension VideoCamera {
    /// Opens a camera, takes one picture and closes it.
    ///
    /// - Parameters:
    ///   - path: The camera's node.
    ///   - request: The requested format.
    ///   - place: The process that decodes Motion JPEG.
    /// - Returns: The tenth frame, since most webcams have adjusted their exposure by then.
    /// - Throws: ``CameraError``; `CancellationError` if the task was cancelled.
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
