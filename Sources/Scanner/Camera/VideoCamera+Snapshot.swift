// A single picture from a camera, to check its view.

public import QRReader

extension VideoCamera {
    /// Opens a camera, takes one picture and closes it.
    ///
    /// - Parameters:
    ///   - path: The camera's node.
    ///   - request: The requested format.
    ///   - location: The process that decodes Motion JPEG.
    /// - Returns: The tenth frame, since most webcams have adjusted their exposure by then.
    /// - Throws: ``CameraError``; ``DecoderError``; `CancellationError` if the task was cancelled.
    public static func snapshot(
        path: String, request: VideoRequest = VideoRequest(), decodingAt location: DecoderLocation = .inProcess
    ) async throws -> Frame {
        let camera = VideoCamera(path: path, request: request)
        let decoder = PictureDecoder(location)
        var frames = 0
        while let event = await camera.next() {
            switch event {
            case .frame(let captured):
                frames += 1
                guard frames >= 10 else { continue }
                if let picture = try await decoder.read(captured, from: camera)?.frame { return picture }
            case .lost(let error): throw error
            case .opened, .untuned, .unreadable: continue
            }
        }
        throw CancellationError()
    }
}
