// What goes wrong with a GPIO line, in words for the person who wired it.

internal import Glibc

/// Why a lamp or relay does not switch.
public enum LineError: Error, Hashable, CustomStringConvertible {
    /// There is no such chip, or it was unplugged.
    case noChip(String)
    /// This user may not use it.
    case noPermission(chip: String)
    /// The chip has fewer lines.
    case noLine(LinePlace)
    /// Another program has it.
    case busy(LinePlace)
    /// The kernel or the chip refused; holds `errno`.
    case failed(LinePlace, errno: Int32)

    /// - Parameters:
    ///   - code: `errno` of a call.
    ///   - place: The line.
    init(_ code: Int32, at place: LinePlace) {
        switch code {
        case ENOENT, ENODEV, ENXIO, ENOTTY, ENOTDIR: self = .noChip(place.chip)
        case EACCES, EPERM: self = .noPermission(chip: place.chip)
        case EBUSY: self = .busy(place)
        default: self = .failed(place, errno: code)
        }
    }

    /// One sentence: what failed, on what, and what to try.
    public var description: String {
        switch self {
        case .noChip(let chip): "no GPIO chip \(chip): plug it in, or choose one that `gpiodetect` lists"
        case .noPermission(let chip): "no permission to use the GPIO chip \(chip): add this user to the group `gpio`"
        case .noLine(let place):
            "the GPIO chip \(place.chip) has no line \(place.number): choose one that `gpioinfo` lists"
        case .busy(let place):
            "line \(place.number) of \(place.chip) is in use by another program: `gpioinfo` names it"
        case .failed(let place, let code):
            "line \(place.number) of \(place.chip) does not switch (\(String(cString: strerror(code)))): check the wiring"
        }
    }
}
