// The lamps of a door.

/// The colour of a lamp.
package enum LampColour {
    /// Someone enters.
    case green
    /// Staff decide, or nothing can be recorded.
    case amber
    /// No one enters.
    case red
}
