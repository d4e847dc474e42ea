// Errors of a loudspeaker, in words for the person who set up the box.

internal import CALSA

/// Why no sound is heard.
public enum SoundError: Error, Hashable, CustomStringConvertible {
    /// There is no such device, or it was unplugged.
    case noDevice(String)
    /// Another program has exclusive use of the device.
    case busy(String)
    /// This user has no permission to use the device.
    case noPermission(String)
    /// The device has accepted no samples for two seconds.
    case stuck(String)
    /// Another error; `code` is ALSA's.
    case failed(String, code: Int32)

    /// - Parameters:
    ///   - code: A negative ALSA error code.
    ///   - device: The device's name.
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
        case .stuck(let device): "the sound card \(device) accepts no sound"
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
        case .failed(let device, _): "test it with `aplay -D \(device)`"
        }
    }
}
