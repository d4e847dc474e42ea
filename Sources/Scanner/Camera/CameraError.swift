// Camera errors, in words for the person at the camera.

internal import Glibc

/// The reason why a camera delivers no pictures.
public enum CameraError: Error, Hashable, CustomStringConvertible {
    /// The node does not exist.
    case noDevice(path: String)
    /// This user may not open the node.
    case noPermission(path: String)
    /// Another program uses the camera.
    case busy(path: String)
    /// The node is a file, another kind of device, or a camera's metadata node.
    case notACamera(path: String)
    /// None of the camera's formats is supported; holds the formats it offers.
    case noUsableFormat(path: String, offered: [FourCC])
    /// The camera is open and streaming but delivers no frames.
    case stalled(path: String, seconds: Int)
    /// The camera was disconnected.
    case unplugged(path: String)
    /// The driver failed at a step such as "start the stream"; holds `errno`.
    case failed(path: String, step: String, errno: Int32)

    /// The camera has no control of this name.
    case noControl(path: String, name: String)
    /// A control does not accept this value.
    case badControlValue(path: String, name: String, expected: String)
    /// The driver refused to set a control; holds `errno`.
    case controlRefused(path: String, name: String, errno: Int32)

    /// Creates the error for a failed call.
    ///
    /// - Parameters:
    ///   - code: The `errno` of a call on the camera.
    ///   - step: The purpose of the call.
    ///   - path: The camera's node.
    init(_ code: Int32, step: String, path: String) {
        switch code {
        case ENODEV: self = .unplugged(path: path)
        case EBUSY: self = .busy(path: path)
        default: self = .failed(path: path, step: step, errno: code)
        }
    }

    /// Creates the error for a camera that cannot be opened.
    ///
    /// - Parameters:
    ///   - code: The `errno` of opening the camera.
    ///   - path: The camera's node.
    init(opening code: Int32, path: String) {
        switch code {
        case ENOENT, ENODEV, ENXIO, ENOTDIR: self = .noDevice(path: path)
        case EACCES, EPERM: self = .noPermission(path: path)
        case ENOTTY, EINVAL, EISDIR: self = .notACamera(path: path)
        default: self.init(code, step: "open it", path: path)
        }
    }

    /// One sentence: what failed, on which camera, and what to try.
    public var description: String {
        switch self {
        case .noDevice(let path): "no camera at \(path): plug it in, or choose another of `doorcheck camera list`"
        case .noPermission(let path): "no permission to use \(path): add this user to the group `video`"
        case .busy(let path): "the camera at \(path) is in use by another program: close that program"
        case .notACamera(let path):
            "\(path) is not a camera that captures video: choose one of `doorcheck camera list`"
        case .noUsableFormat(let path, let offered):
            "the camera at \(path) gives \(Self.list(offered)), but \(Self.list(PixelFormat.allCases.map(\.fourCC)))"
                + " are supported: use another camera"
        case .stalled(let path, let seconds):
            "the camera at \(path) gave no picture for \(seconds) s: check its cable and its USB port"
        case .unplugged(let path): "the camera at \(path) was unplugged: plug it in again"
        case .failed(let path, let step, let code):
            "the camera at \(path) failed to \(step): \(String(cString: strerror(code)))"
        case .noControl(let path, let name):
            "the camera at \(path) has no control `\(name)`: choose one of `doorcheck camera controls`"
        case .badControlValue(let path, let name, let expected):
            "the control `\(name)` of the camera at \(path) expects \(expected)"
        case .controlRefused(let path, let name, let code):
            "the camera at \(path) refused to set `\(name)` (\(String(cString: strerror(code)))): is automatic mode on?"
        }
    }

    private static func list(_ formats: [FourCC]) -> String {
        formats.isEmpty ? "nothing" : formats.map(\.description).joined(separator: ", ")
    }
}
