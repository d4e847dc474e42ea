// The controls of an open camera.

internal import CVideo4Linux
internal import Glibc

extension OpenCamera {
    /// Lists the controls that hold a number, a switch or a choice.
    ///
    /// - Throws: ``CameraError``; a camera without controls has an empty list.
    func controls() throws(CameraError) -> [CameraControl] {
        var (controls, answer) = ([CameraControl](), dc_control())
        for _ in 0..<Self.longestList {
            let last = answer.number
            let result = step { dc_control_after($0, last, &answer) }
            if result == -EINVAL || result == -ENOTTY || answer.number <= last { break }
            try perform("list its controls") { _ in result }
            if let control = control(answer) { controls.append(control) }
        }
        return controls
    }

    private func control(_ answer: dc_control) -> CameraControl? {
        let kind: CameraControl.Kind
        switch answer.kind {
        case DC_INTEGER: kind = .integer
        case DC_BOOLEAN: kind = .boolean
        case DC_MENU: kind = .menu
        default: return nil
        }
        var value = Int32(0)
        let isKnown = step { dc_get_control($0, answer.number, &value) } >= 0
        let (low, high) = (Int(min(answer.minimum, answer.maximum)), Int(max(answer.minimum, answer.maximum)))
        return CameraControl(
            number: answer.number,
            name: CameraControlName.name(of: answer.number, driver: Self.text(answer.name)),
            kind: kind, range: low...high, step: max(Int(answer.step), 1), defaultValue: Int(answer.default_value),
            value: isKnown ? Int(value) : nil,
            choices: kind == .menu ? choices(of: answer.number, in: low...high) : [:],
            isReadOnly: answer.read_only, isInactive: answer.inactive)
    }

    private func choices(of number: UInt32, in range: ClosedRange<Int>) -> [Int: String] {
        var choices: [Int: String] = [:]
        var name = [CChar](repeating: 0, count: 33)
        for index in range.prefix(Int(Self.longestList)) where index >= 0 {
            guard step({ dc_menu_entry($0, number, UInt32(index), &name) }) >= 0 else { continue }
            choices[index] = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return choices
    }

    /// Sets a control to a value that has already been checked.
    ///
    /// - Throws: ``CameraError/controlRefused(path:name:errno:)``.
    func set(_ control: CameraControl, to value: Int) throws(CameraError) {
        var value = Int32(clamping: value)
        let result = step { dc_set_control($0, control.number, &value) }
        guard result >= 0 else { throw .controlRefused(path: path, name: control.name, errno: -result) }
    }

    private static func text(_ characters: some Any) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
