// What goes wrong with cameras, in words for the person who stands beside one.

internal import Glibc

/// Why a camera gives no pictures.
public enum CameraError: Error, Hashable, CustomStringConvertible {
    /// There is no such node.
    case noDevice(path: String)
    /// This user may not open it.
    case noPermission(path: String)
    /// Another program has it.
    case busy(path: String)
    /// It is a file, another kind of device, or a camera's node for metadata.
    case notACamera(path: String)
    /// It offers formats, but none that is read; they are named.
    case noUsableFormat(path: String, offered: [FourCC])
    /// It is open and running, but gives no frame.
    case stalled(path: String, seconds: Int)
    /// It was there and is gone.
    case unplugged(path: String)
    /// The driver failed at a step, such as "start the stream"; holds `errno`.
    case failed(path: String, step: String, errno: Int32)

    /// It has no control of this name.
    case noControl(path: String, name: String)
    /// A control cannot be set to this.
    case badControlValue(path: String, name: String, expected: String)
    /// The driver refused to set a control; holds `errno`.
    case controlRefused(path: String, name: String, errno: Int32)

    /// - Parameters:
    ///   - code: `errno` of a call on the camera.
    ///   - step: What the call was to do.
    ///   - path: The camera's node.
    init(_ code: Int32, step: String, path: String) {
        switch code {
        case ENODEV: self = .unplugged(path: path)
        case EBUSY: self = .busy(path: path)
        default: self = .failed(path: path, step: step, errno: code)
        }
    }

    /// - Parameters:
    ///   - code: `errno` of opening the camera.
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
        case .busy(let path): "the camera at \(path) is in use by another program: close that one"
        case .notACamera(let path):
            "\(path) is not a camera that captures video: choose one of `doorcheck camera list`"
        case .noUsableFormat(let path, let offered):
            "the camera at \(path) gives \(Self.list(offered)), but \(Self.list(PixelFormat.allCases.map(\.fourCC)))"
                + " are what can be read: use another camera"
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
            "the camera at \(path) refused to set `\(name)` (\(String(cString: strerror(code)))): is an automatic still on?"
        }
    }

    private static func list(_ formats: [FourCC]) -> String {
        formats.isEmpty ? "nothing" : formats.map(\.description).joined(separator: ", ")
    }
}
