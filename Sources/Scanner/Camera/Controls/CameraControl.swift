// A camera control: its name, allowed values and current value.

/// A control as the camera's driver describes it; values are in the driver's own units.
public struct CameraControl: Sendable, Hashable {
    /// The meaning of a control's values.
    public enum Kind: Sendable, Hashable {
        /// A number in the driver's own unit.
        case integer
        /// 0 is off, 1 is on.
        case boolean
        /// One of ``CameraControl/choices``.
        case menu
    }

    /// The control's V4L2 id (linux/v4l2-controls.h), the same on every kernel.
    public let number: UInt32
    /// The current name, for example `auto_exposure`, even on a kernel that still calls it `exposure_auto`.
    public let name: String
    /// The meaning of the values.
    public let kind: Kind
    /// The lowest to the highest value.
    public let range: ClosedRange<Int>
    /// The step between values, 1 or more.
    public let step: Int
    /// The camera's default value.
    public let defaultValue: Int
    /// The current value; nil if the driver does not report it.
    public let value: Int?
    /// The meaning of a menu's values, which may be a subset of ``range``. Empty for other kinds.
    public let choices: [Int: String]
    /// Whether the control is read-only.
    public let isReadOnly: Bool
    /// Whether the control has no effect until another one is changed, like an exposure time under automatic
    /// exposure.
    public let isInactive: Bool

    /// The allowed values, worded for an error message.
    public var expectation: String {
        switch kind {
        case .integer:
            "a whole number from \(range.lowerBound) to \(range.upperBound)" + (step > 1 ? " in steps of \(step)" : "")
        case .boolean: "0 or 1"
        case .menu: choices.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
        }
    }

    /// Returns the current name of a control.
    ///
    /// - Parameter name: The current name, or the one before Linux 5.16.
    /// - Returns: The current name, as in ``name``.
    public static func currentName(_ name: String) -> String { CameraControlName.current(name) }

    /// Returns whether the control accepts a value.
    ///
    /// - Parameter value: A value in the driver's unit.
    /// - Returns: False if the value is outside the range, between two steps, or not among a menu's choices.
    public func allows(_ value: Int) -> Bool {
        guard range.contains(value) else { return false }
        return kind == .menu ? choices[value] != nil : (value - range.lowerBound).isMultiple(of: step)
    }

    /// Returns the closest value that an integer control accepts; within the range it does not exceed the requested
    /// value.
    func nearest(to value: Int) -> Int {
        let inRange = min(max(value, range.lowerBound), range.upperBound)
        return inRange - (inRange - range.lowerBound) % step
    }
}
