// The user's access to a camera's controls.

extension VideoDevice {
    /// Lists a camera's controls; works while another program uses the camera.
    ///
    /// - Parameter path: The camera's node.
    /// - Returns: The controls by number, without buttons, texts and other controls that hold no number.
    /// - Throws: ``CameraError``.
    public static func controls(of path: String) throws(CameraError) -> [CameraControl] {
        try OpenCamera.unconverted(path: path).controls()
    }

    /// Sets controls one after the other; if one fails, those before it stay set.
    ///
    /// - Parameters:
    ///   - settings: Names, current or from before Linux 5.16, and values in the driver's units.
    ///   - path: The camera's node.
    /// - Throws: ``CameraError/noControl(path:name:)`` and ``CameraError/badControlValue(path:name:expected:)``
    ///   before anything is set; ``CameraError/controlRefused(path:name:errno:)``.
    public static func set(_ settings: [(name: String, value: Int)], of path: String) throws(CameraError) {
        let camera = try OpenCamera.unconverted(path: path)
        let known = try camera.controls()
        var changes: [(control: CameraControl, value: Int)] = []
        for setting in settings {
            let name = CameraControlName.current(setting.name)
            guard let control = known.first(where: { $0.name == name }) else {
                throw .noControl(path: path, name: setting.name)
            }
            guard !control.isReadOnly, control.allows(setting.value) else {
                let expected = control.isReadOnly ? "no value: it is read-only" : control.expectation
                throw .badControlValue(path: path, name: name, expected: expected)
            }
            changes.append((control, setting.value))
        }
        for change in changes { try camera.set(change.control, to: change.value) }
    }
}
