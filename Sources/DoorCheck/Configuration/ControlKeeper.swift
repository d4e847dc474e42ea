// Writes what a camera is set to into the configuration.

import Scanner

/// Keeps a camera's controls, since a camera forgets them when it loses power.
struct ControlKeeper {
    let configuration: ConfigurationOptions

    /// Writes what was set, if the camera is one of the configuration's; says what was kept and what was not.
    ///
    /// - Parameters:
    ///   - names: Today's names of what was set.
    ///   - controls: All of the camera's, as they are now.
    ///   - camera: Its node.
    /// - Throws: ``ConfigurationError``, ``FileError``.
    func keep(_ names: [String], of controls: [CameraControl], camera: String) throws {
        guard try configuration.load().cameraPaths.contains(camera) else {
            return Terminal.note("Not kept: \(camera) is no camera of the configuration.")
        }
        let kept = KeptControls(of: names, in: controls)
        for name in kept.lost { Terminal.note("Not kept: the configuration has no key for `\(name)`.") }
        guard !kept.values.isEmpty else { return }
        guard let file = configuration.file else {
            return Terminal.note("Not kept: there is no configuration file; name one with --config.")
        }
        var edit = try ConfigurationEdit(path: file)
        for (key, value) in kept.values { try edit.set(key, to: value) }
        try edit.save()
        let list = kept.values.map { "\($0.key.rawValue) = \($0.value)" }.joined(separator: ", ")
        Terminal.note("Kept in \(file): \(list).")
    }
}
