// Waits for a code before the camera.

import DoorConfiguration
import DoorOutput
import QRReader
import Scanner

/// Reads codes with the configured camera until one is of the wanted kind.
struct CodeWatch {
    private let camera: VideoCamera

    init(_ settings: Configuration) {
        camera = VideoCamera(path: settings.cameraPath, request: settings.video)
    }

    /// Waits for a code.
    ///
    /// - Parameters:
    ///   - source: The command that makes such codes, for the error.
    ///   - read: Returns the value of a code's text; `nil` for a code of another kind.
    /// - Returns: The value of the first code that `read` accepts.
    /// - Throws: The camera's error; ``CommandError`` if it stops; rethrows errors of `read`.
    func first<Value>(ofKind source: String, _ read: (String) throws -> Value?) async throws -> Value {
        let decoder = PictureDecoder(.outOfProcess)
        while let event = await camera.next() {
            switch event {
            case .frame(let frame):
                let picture = try await decoder.read(frame, from: camera, keepsPixels: false)
                for text in picture?.codes.compactMap(\.text) ?? [] {
                    if let value = try read(text) { return value }
                }
            case .lost(let error): throw error
            default: break
            }
        }
        throw CommandError(.unavailable, "The camera stopped before it saw a code from `\(source)`.")
    }
}
