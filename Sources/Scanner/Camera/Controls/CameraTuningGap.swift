// Settings that a camera could not apply.

/// A part of a ``CameraTuning`` that a camera does not support; the camera is used anyway.
public enum CameraTuningGap: Sendable, Hashable, CustomStringConvertible {
    /// The camera has no such control.
    case lacking(String)
    /// The camera has the control but not this choice.
    case notOffered(String, value: Int, expected: String)
    /// The control does not accept the value; the closest one was set.
    case adjusted(String, wanted: Int, set: Int)
    /// The driver refused the value.
    case refused(String)

    /// One clause: the control and what was done.
    public var description: String {
        switch self {
        case .lacking(let name): "it has no \(name)"
        case .notOffered(let name, let value, let expected): "its \(name) does not support \(value), only \(expected)"
        case .adjusted(let name, let wanted, let set): "its \(name) was set to \(set), the closest to \(wanted)"
        case .refused(let name): "its driver refused to set \(name)"
        }
    }
}
