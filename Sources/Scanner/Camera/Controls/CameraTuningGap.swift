// What a camera could not do of what was asked.

/// A part of a ``CameraTuning`` that a camera does not do; the camera is used all the same.
public enum CameraTuningGap: Sendable, Hashable, CustomStringConvertible {
    /// It has no such control.
    case lacking(String)
    /// It has the control, but not this choice.
    case notOffered(String, value: Int, expected: String)
    /// The value is not one of its own; the closest was set.
    case adjusted(String, wanted: Int, set: Int)
    /// The driver refused.
    case refused(String)

    /// One clause: which control, and what was done.
    public var description: String {
        switch self {
        case .lacking(let name): "it has no \(name)"
        case .notOffered(let name, let value, let expected): "its \(name) has no \(value), but \(expected)"
        case .adjusted(let name, let wanted, let set): "its \(name) was set to \(set), the closest to \(wanted)"
        case .refused(let name): "its driver refused to set \(name)"
        }
    }
}
