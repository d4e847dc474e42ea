// What a camera's controls are called, may be, and are set to; real drivers are tested in a virtual machine.

import Testing

@testable import Scanner

struct CameraControlTests {
    private func control(
        _ kind: CameraControl.Kind, _ range: ClosedRange<Int>, step: Int = 1, choices: [Int: String] = [:]
    ) -> CameraControl {
        CameraControl(
            number: 1, name: "a", kind: kind, range: range, step: step, defaultValue: 0, value: nil, choices: choices,
            isReadOnly: false, isInactive: false)
    }

    @Test(
        "A control has one name under every kernel",
        arguments: [
            ("exposure_auto", "auto_exposure"), ("exposure_absolute", "exposure_time_absolute"),
            ("exposure_auto_priority", "exposure_dynamic_framerate"), ("focus_auto", "focus_automatic_continuous"),
            ("auto_exposure", "auto_exposure"), ("brightness", "brightness"),
        ])
    func names(given: String, today: String) {
        #expect(CameraControlName.current(given) == today)
    }

    @Test("A control's name is its number's, else made of the driver's text as v4l2-ctl makes it")
    func driverTexts() {
        #expect(CameraControlName.name(of: 0x009A_0901, driver: "Exposure, Auto") == "auto_exposure")
        #expect(CameraControlName.name(of: 0x009A_0901, driver: "Auto Exposure") == "auto_exposure")
        #expect(CameraControlName.name(of: 0x0098_0918, driver: "Anything") == "power_line_frequency")
        #expect(CameraControlName.name(of: 7, driver: "White Balance Temperature, Auto") == "white_balance_automatic")
        #expect(CameraControlName.name(of: 7, driver: " S/N  (Ratio) é ") == "s_n_ratio")
    }

    @Test("What a control may be is told, checked, and approached")
    func values() {
        let stepped = control(.integer, 3...250, step: 5)
        #expect(stepped.expectation == "a whole number from 3 to 250 in steps of 5")
        let allowed = [2, 3, 4, 8, 248, 250, 253].map { stepped.allows($0) }
        #expect(allowed == [false, true, false, true, true, false, false])
        let nearest = [-9, 3, 9, 250, Int.max].map { stepped.nearest(to: $0) }
        #expect(nearest == [3, 3, 8, 248, 248])
        let menu = control(.menu, 0...3, choices: [1: "Manual", 3: "Aperture"])
        #expect(menu.expectation == "1 (Manual), 3 (Aperture)")
        let chosen = (0...3).map { menu.allows($0) }
        #expect(chosen == [false, true, false, true])
    }

    @Test("A value by hand comes after its automatic is off")
    func order() {
        let tuning = CameraTuning(
            exposure: .manual(tenthsOfMillisecond: 100), focus: .fixed(30), powerLine: .hertz60, keepsRate: true)
        let names = tuning.steps.map { CameraControlName.name(of: $0.number, driver: "") }
        #expect(
            names == [
                "auto_exposure", "exposure_time_absolute", "focus_automatic_continuous", "focus_absolute",
                "power_line_frequency", "exposure_dynamic_framerate",
            ])
        #expect(tuning.steps.map(\.values) == [[1, 2], [100], [0], [30], [2], [0]])
        #expect(CameraTuning().steps.isEmpty)
    }

    @Test("A camera that cannot be told to do what it does anyway lacks nothing")
    func goesWithout() {
        let automatic = CameraTuning(exposure: .automatic, focus: .automatic, keepsRate: true)
        #expect(automatic.steps.allSatisfy { $0.goesWithout })
        let fixed = CameraTuning(exposure: .manual(tenthsOfMillisecond: 1), focus: .fixed(1), powerLine: .off)
        #expect(fixed.steps.filter { !$0.goesWithout }.count == 4)
    }

    @Test("What a camera could not do is a clause that names the control")
    func gaps() {
        #expect(CameraTuningGap.lacking("focus_absolute").description == "it has no focus_absolute")
        let gap = CameraTuningGap.adjusted("focus_absolute", wanted: 33, set: 30)
        #expect(gap.description == "its focus_absolute was set to 30, the closest to 33")
    }

    @Test("What is no camera has no controls")
    func notACamera() {
        #expect(throws: CameraError.notACamera(path: "/dev/null")) { try VideoDevice.controls(of: "/dev/null") }
        #expect(throws: CameraError.noDevice(path: "/dev/none")) { try VideoDevice.set([("a", 1)], of: "/dev/none") }
    }
}
