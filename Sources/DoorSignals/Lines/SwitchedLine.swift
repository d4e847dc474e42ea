// What a lamp or a relay is switched by, where hardware begins.

/// Something that is on or off.
public protocol SwitchedLine {
    /// - Parameter isOn: Whether current flows.
    /// - Throws: ``LineError``; the next call tries anew.
    func set(_ isOn: Bool) throws(LineError)

    /// Switches it off and gives it back.
    func release()
}
