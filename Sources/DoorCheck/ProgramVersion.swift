// Which DoorCheck this is.

/// The version of the program and of its package, as semver.org orders them.
enum ProgramVersion {
    /// scripts/release changes it together with debian/changelog; a test holds them equal.
    static let current = "0.1.0"
}
