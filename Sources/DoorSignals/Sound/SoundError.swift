// What goes wrong with a loudspeaker, in words for the person who set the box up.

internal import CALSA

/// Why nothing is heard.
public enum SoundError: Error, Hashable, CustomStringConvertible {
    /// There is no such device, or it was unplugged.
    case noDevice(String)
    /// Another program has it for itself.
    case busy(String)
    /// This user may not use it.
    case noPermission(String)
    /// It takes no sound for two seconds.
    case stuck(String)
    /// It failed in another way; holds ALSA's code.
    case failed(String, code: Int32)

    /// - Parameters:
    ///   - code: Of ALSA, negative.
    ///   - device: Its name.
    init(_ code: Int32, device: String) {
        switch -code {
        case ENOENT, ENODEV, ENXIO: self = .noDevice(device)
        case EBUSY: self = .busy(device)
        case EACCES, EPERM: self = .noPermission(device)
        default: self = .failed(device, code: code)
        }
    }

    /// One sentence: what failed, on what, and what to try.
    public var description: String { "\(problem): \(remedy)" }

    /// What failed, and on what device.
    public var problem: String {
        switch self {
        case .noDevice(let device): "no sound card \(device)"
        case .busy(let device): "the sound card \(device) is in use by another program"
        case .noPermission(let device): "no permission to use the sound card \(device)"
        case .stuck(let device): "the sound card \(device) takes no sound"
        case .failed(let device, let code): "the sound card \(device) failed (\(String(cString: snd_strerror(code))))"
        }
    }

    /// What to try.
    public var remedy: String {
        switch self {
        case .noDevice: "plug it in, set `sound.device` to one of `aplay -L`, or `sound.mute` to true"
        case .busy: "close that one"
        case .noPermission: "add this user to the group `audio`"
        case .stuck: "plug it in again"
        case .failed(let device, _): "try `aplay -D \(device)` by hand"
        }
    }
}
