// Errors of GPIO lines, in words for the person who wired them.

internal import Glibc

/// Why a lamp or relay cannot be switched.
public enum LineError: Error, Hashable, CustomStringConvertible {
    /// There is no such chip, or it was unplugged.
    case noChip(String)
    /// This user has no permission to use the chip.
    case noPermission(chip: String)
    /// The chip has no line with this number.
    case noLine(LinePlace)
    /// Another program uses the line.
    case busy(LinePlace)
    /// The kernel or the chip reported an error; `errno` is the system's code.
    case failed(LinePlace, errno: Int32)

    /// - Parameters:
    ///   - code: The `errno` of a call; `ERANGE` if the chip has no such line.
    ///   - place: The line.
    init(_ code: Int32, at place: LinePlace) {
        switch code {
        case ENOENT, ENODEV, ENXIO, ENOTTY, ENOTDIR: self = .noChip(place.chip)
        case EACCES, EPERM: self = .noPermission(chip: place.chip)
        case EBUSY: self = .busy(place)
        case ERANGE: self = .noLine(place)
        default: self = .failed(place, errno: code)
        }
    }

    /// One sentence: what failed, on what, and what to try.
    public var description: String {
        switch self {
        case .noChip(let chip): "no GPIO chip \(chip): plug it in, or choose one from `gpiodetect`"
        case .noPermission(let chip): "no permission to use the GPIO chip \(chip): add this user to the group `gpio`"
        case .noLine(let place):
            "the GPIO chip \(place.chip) has no line \(place.number): choose one from `gpioinfo`"
        case .busy(let place):
            "line \(place.number) of \(place.chip) is in use by another program: `gpioinfo` shows which"
        case .failed(let place, let code):
            "line \(place.number) of \(place.chip) does not switch (\(String(cString: strerror(code)))): check the "
                + "wiring"
        }
    }
}
