// A camera while someone holds a code in front of it.

package import Scanner

/// Sets controls of a running camera and measures its view.
package actor TunedCamera {
    private let path: String
    private let camera: VideoCamera
    private let decoder = PictureDecoder(.outOfProcess)

    /// The number of frames to ignore after a change: a lens takes a third of a second to move.
    private static let settling = 12
    private static let measured = 4

    /// - Parameters:
    ///   - path: The camera's device node.
    ///   - request: The requested picture format; its tuning is ignored.
    package init(path: String, request: VideoRequest) {
        var request = request
        request.tuning = CameraTuning()
        self.path = path
        camera = VideoCamera(path: path, request: request, decodingAt: .outOfProcess)
    }

    /// - Parameter settings: Values by control name; those before one that fails remain set.
    /// - Returns: The view with these values.
    /// - Throws: ``CameraError``, ``DecoderError``, `CancellationError`.
    package func view(_ settings: [(name: String, value: Int)]) async throws -> CameraView {
        // Reads a frame first: this opens the camera, which applies its initial settings.
        if settings.isEmpty == false { _ = try await frame() }
        try VideoDevice.set(settings, of: path)
        for _ in 0..<Self.settling { _ = try await frame() }
        var (read, edge, mean, isOverexposed) = (0.0, 0.0, 0.0, false)
        for _ in 0..<Self.measured {
            let frame = try await frame()
            let quality = PictureQuality(frame)
            read += try await decoder.codes(in: frame).codes.isEmpty ? 0 : 1
            edge += Double(quality.edge)
            mean += quality.mean
            isOverexposed = isOverexposed || quality.isOverexposed
        }
        let count = Double(Self.measured)
        return CameraView(read: read / count, edge: edge / count, mean: mean / count, isOverexposed: isOverexposed)
    }

    private func frame() async throws -> Frame {
        while let event = await camera.next() {
            switch event {
            case .frame(let frame): return frame
            case .lost(let error): throw error
            case .opened, .untuned, .unreadable: continue
            }
        }
        throw CancellationError()
    }
}

/// The measurements of a few frames with one setting of a camera.
package struct CameraView: Comparable, Sendable {
    /// The share of frames in which a code was read, 0 to 1.
    package let read: Double
    /// The steepest edges, 0 to 255 (`PictureQuality.edge`).
    package let edge: Double
    /// The mean brightness, 0 to 255.
    package let mean: Double
    /// Whether the health check would report one of the frames as overexposed (`PictureQuality.isOverexposed`).
    let isOverexposed: Bool

    /// Orders views by read rate, and equal ones by sharpness.
    package static func < (left: CameraView, right: CameraView) -> Bool {
        (left.read, left.edge) < (right.read, right.edge)
    }
}
