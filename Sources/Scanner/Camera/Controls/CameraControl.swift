// One knob of a camera: its name, what it can be, what it is.

/// A control as the camera's driver describes it; values are the driver's own numbers.
public struct CameraControl: Sendable, Hashable {
    /// What values mean.
    public enum Kind: Sendable, Hashable {
        /// A number of the driver's own unit.
        case integer
        /// 0 is off, 1 is on.
        case boolean
        /// One of ``CameraControl/choices``.
        case menu
    }

    /// V4L2's number (linux/v4l2-controls.h), the same for every kernel.
    public let number: UInt32
    /// Today's name, for example `auto_exposure`, also under a kernel that still calls it `exposure_auto`.
    public let name: String
    /// What values mean.
    public let kind: Kind
    /// The lowest to the highest value.
    public let range: ClosedRange<Int>
    /// From one value to the next, 1 or more.
    public let step: Int
    /// What the camera starts with.
    public let defaultValue: Int
    /// The value; nil where the driver does not tell it.
    public let value: Int?
    /// What a menu's values mean; not every value of ``range`` is among them. Empty for other kinds.
    public let choices: [Int: String]
    /// It can only be read.
    public let isReadOnly: Bool
    /// It has no effect until another control is changed, as an exposure time under automatic exposure.
    public let isInactive: Bool

    /// What may be set, for an error's sentence.
    public var expectation: String {
        switch kind {
        case .integer:
            "a whole number from \(range.lowerBound) to \(range.upperBound)" + (step > 1 ? " in steps of \(step)" : "")
        case .boolean: "0 or 1"
        case .menu: choices.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
        }
    }

    /// What a control is called today.
    ///
    /// - Parameter name: Of today or from before Linux 5.16.
    /// - Returns: Today's, as ``name`` has it.
    public static func currentName(_ name: String) -> String { CameraControlName.current(name) }

    /// Whether the control may hold a value.
    ///
    /// - Parameter value: The driver's number.
    /// - Returns: False outside the range, between two steps, and for what is no choice of a menu.
    public func allows(_ value: Int) -> Bool {
        guard range.contains(value) else { return false }
        return kind == .menu ? choices[value] != nil : (value - range.lowerBound).isMultiple(of: step)
    }

    /// The closest value that an integer control may hold, not above what is wanted where it is in range.
    func nearest(to value: Int) -> Int {
        let inRange = min(max(value, range.lowerBound), range.upperBound)
        return inRange - (inRange - range.lowerBound) % step
    }
}
