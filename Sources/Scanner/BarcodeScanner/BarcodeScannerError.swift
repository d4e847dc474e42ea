// Barcode scanner errors, in words for the person who holds the scanner.

internal import Glibc

/// The reason why a barcode scanner delivers no codes.
public enum BarcodeScannerError: Error, Hashable, CustomStringConvertible {
    /// The device does not exist.
    case noDevice(path: String)
    /// No device has a name that says that it is a scanner.
    case noneFound
    /// This user may not open the device.
    case noPermission(path: String)
    /// Another program has exclusive use of the device.
    case busy(path: String)
    /// The path is a file, or a device without the keys to type a code.
    case notAScanner(path: String)
    /// The device was disconnected.
    case unplugged(path: String)
    /// The driver failed; holds `errno`.
    case failed(path: String, errno: Int32)

    /// Creates the error for a failed call.
    ///
    /// - Parameters:
    ///   - code: The `errno` of a call on the device.
    ///   - path: The device.
    init(_ code: Int32, path: String) {
        switch code {
        case ENOENT, ENXIO, ENOTDIR: self = .noDevice(path: path)
        case ENODEV: self = .unplugged(path: path)
        case EACCES, EPERM: self = .noPermission(path: path)
        case EBUSY: self = .busy(path: path)
        case ENOTTY, EINVAL, EISDIR: self = .notAScanner(path: path)
        default: self = .failed(path: path, errno: code)
        }
    }

    /// One sentence: what failed, on which scanner, and what to try.
    public var description: String {
        switch self {
        case .noDevice(let path): "no barcode scanner at \(path): plug it in, or choose one of `doorcheck scanner list`"
        case .noneFound:
            "no device identifies as a barcode scanner: plug it in, or choose one of `doorcheck scanner list`"
        case .noPermission(let path): "no permission to use \(path): add this user to the group `input`"
        case .busy(let path): "the barcode scanner at \(path) is in use by another program: close that program"
        case .notAScanner(let path): "\(path) is not a barcode scanner: choose one of `doorcheck scanner list`"
        case .unplugged(let path): "the barcode scanner at \(path) was unplugged: plug it in again"
        case .failed(let path, let code): "the barcode scanner at \(path) failed: \(String(cString: strerror(code)))"
        }
    }
}
