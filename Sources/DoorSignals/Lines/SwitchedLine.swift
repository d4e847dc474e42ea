// The interface of a lamp or a relay to its hardware.

/// A switch that is on or off.
public protocol SwitchedLine {
    /// - Parameter isOn: Whether the switch is on.
    /// - Throws: ``LineError``; the next call tries again.
    func set(_ isOn: Bool) throws(LineError)

    /// Switches off and releases the hardware.
    func release()
}
