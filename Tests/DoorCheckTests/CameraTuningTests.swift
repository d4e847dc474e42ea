// The search for focus and exposure, against what lenses and sensors answer.

import TestSupport
import Testing

@testable import DoorDiagnostics
@testable import Scanner

struct CameraTuningTests {
    private func control(_ name: String, _ range: ClosedRange<Int>, step: Int = 1) -> CameraControl {
        CameraControl(
            number: 0, name: name, kind: .integer, range: range, step: step, defaultValue: range.lowerBound,
            value: range.lowerBound, choices: [:], isReadOnly: false, isInactive: false)
    }

    @Test(
        "The sharpest place of a lens is found to within a fiftieth of its way, wherever it is",
        arguments: [0, 7, 60, 137, 250, 255])
    func focus(sharpest: Int) async throws {
        var looks = 0
        let found = try await FocusSearch(control: control("focus_absolute", 0...255, step: 5)).best { place in
            looks += 1
            // Blur grows with the distance from the sharp place; beyond 40 no code is read.
            let distance = Double(abs(place - sharpest))
            return CameraView(
                read: distance < 40 ? 1 : 0, edge: 160 / (1 + distance / 8), mean: 110, isOverexposed: false)
        }
        #expect(abs(found.place - sharpest) <= 5)
        #expect(found.place % 5 == 0 && looks <= 27)
    }

    @Test("A lens under which nothing is read is put where edges are, and told as not read")
    func unread() async throws {
        let found = try await FocusSearch(control: control("focus_absolute", 0...1023)).best { place in
            CameraView(read: 0, edge: Double(1000 - abs(place - 700)) / 10, mean: 90, isOverexposed: false)
        }
        #expect(found.view.read == 0 && abs(found.place - 700) <= 20)
    }

    /// Brightness in proportion to time, until white; noise takes edges and readings from dark pictures.
    private func view(_ time: Int, lightPerTime light: Double) -> CameraView {
        let mean = min(255, light * Double(time))
        let edge = mean > 240 ? 5 : min(120, 2 * mean)
        return CameraView(read: edge > 30 ? 1 : 0, edge: edge, mean: mean, isOverexposed: mean > 240)
    }

    @Test(
        "The shortest time is taken that is neither dark nor faint",
        arguments: [(0.3, 200), (0.7, 100), (1.5, 50), (3, 25)])
    func exposure(light: Double, time: Int) async throws {
        let search = ExposureSearch(control: control("exposure_time_absolute", 3...2047))
        let found = try await search.best { view($0, lightPerTime: light) }
        #expect(found?.time == time)
    }

    @Test("A glaring picture is passed over, however steep its edges, unless every time glares")
    func glare() async throws {
        let search = ExposureSearch(control: control("exposure_time_absolute", 3...2047))
        func found(glaringFrom bound: Int) async throws -> Int? {
            try await search.best { time in
                CameraView(read: 1, edge: Double(time), mean: 100, isOverexposed: time >= bound)
            }?.time
        }
        #expect(try await found(glaringFrom: 200) == 100)
        #expect(try await found(glaringFrom: 0) == 300)
    }

    @Test("In the dark the camera keeps its own exposure")
    func dark() async throws {
        let search = ExposureSearch(control: control("exposure_time_absolute", 3...2047))
        #expect(try await search.best { view($0, lightPerTime: 0.02) } == nil)
    }

    @Test("Times that the camera does not offer are not tried")
    func offered() async throws {
        var tried: [Int] = []
        _ = try await ExposureSearch(control: control("exposure_time_absolute", 20...150, step: 10)).best { time in
            tried.append(time)
            return CameraView(read: 1, edge: 80, mean: 100, isOverexposed: false)
        }
        #expect(tried == [100, 50])
    }
}
