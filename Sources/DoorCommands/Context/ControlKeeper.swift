// Saving a camera's settings to the configuration.

import DoorConfiguration
import DoorOutput
import Scanner

/// Saves a camera's controls, because a camera loses them with its power.
struct ControlKeeper {
    let configuration: ConfigurationOptions

    /// Saves the controls that were set if the camera is in the configuration, and reports what was and was not
    /// saved.
    ///
    /// - Parameters:
    ///   - names: The current names of the controls that were set.
    ///   - controls: All controls of the camera with their current values.
    ///   - camera: The camera's device node.
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
