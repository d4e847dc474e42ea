// The version of DoorCheck.

/// The version of the program and of its package, ordered as by semver.org.
package enum ProgramVersion {
    /// Updated by scripts/release together with debian/changelog; a test checks that they are equal.
    package static let current = "0.1.0"
}
