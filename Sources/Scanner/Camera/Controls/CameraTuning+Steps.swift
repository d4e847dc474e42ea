// The controls that a tuning sets, their values and their order.

internal import CVideo4Linux

extension CameraTuning {
    /// A control and its acceptable values, best first.
    struct Step: Hashable {
        let number: UInt32
        let values: [Int]
        /// Whether the step can be skipped on a camera without the control; for example, a fixed lens has no
        /// automatic focus.
        let goesWithout: Bool

        init(_ control: dc_control_number, _ values: Int..., goesWithout: Bool = false) {
            number = control.rawValue
            self.values = values
            self.goesWithout = goesWithout
        }
    }

    /// The steps in the order in which they are applied: a time or a lens position can be set only after automatic
    /// mode is off.
    var steps: [Step] {
        var steps: [Step] = []
        switch exposure {
        // 0 adjusts time and iris; 3 adjusts only the time, which is all that webcams have (V4L2_CID_EXPOSURE_AUTO).
        case .automatic: steps.append(Step(DC_EXPOSURE_AUTO, 0, 3, goesWithout: true))
        // 1 is manual; 2 leaves the iris to the camera.
        case .manual(let time): steps += [Step(DC_EXPOSURE_AUTO, 1, 2), Step(DC_EXPOSURE_ABSOLUTE, time)]
        case nil: break
        }
        switch focus {
        case .automatic: steps.append(Step(DC_FOCUS_AUTO, 1, goesWithout: true))
        case .fixed(let place): steps += [Step(DC_FOCUS_AUTO, 0, goesWithout: true), Step(DC_FOCUS_ABSOLUTE, place)]
        case nil: break
        }
        if let powerLine { steps.append(Step(DC_POWER_LINE_FREQUENCY, powerLine.rawValue)) }
        if let keepsRate { steps.append(Step(DC_EXPOSURE_AUTO_PRIORITY, keepsRate ? 0 : 1, goesWithout: true)) }
        return steps
    }
}

extension OpenCamera {
    /// Applies a tuning as far as the camera supports it.
    ///
    /// - Returns: The gaps, in order; empty if everything was set.
    func apply(_ tuning: CameraTuning) -> [CameraTuningGap] {
        guard !tuning.steps.isEmpty else { return [] }
        let known = (try? controls()) ?? []
        return tuning.steps.compactMap { step in
            guard let control = known.first(where: { $0.number == step.number && !$0.isReadOnly }) else {
                return step.goesWithout ? nil : .lacking(CameraControlName.name(of: step.number, driver: ""))
            }
            return apply(step.values, to: control)
        }
    }

    private func apply(_ values: [Int], to control: CameraControl) -> CameraTuningGap? {
        let exact = values.first(where: control.allows)
        let wanted = values.first ?? control.defaultValue
        guard let value = exact ?? (control.kind == .integer ? control.nearest(to: wanted) : nil) else {
            return .notOffered(control.name, value: wanted, expected: control.expectation)
        }
        do {
            try set(control, to: value)
        } catch {
            return .refused(control.name)
        }
        return exact == nil ? .adjusted(control.name, wanted: wanted, set: value) : nil
    }
}
