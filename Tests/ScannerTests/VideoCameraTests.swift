// Cameras that are not there, and what is said about them; real cameras are tested in a virtual machine.

import Glibc
import TestSupport
import Testing

@testable import Scanner

struct VideoCameraTests {
    @Test("A camera that is not there is reported once, and waited for until cancelled")
    func missing() async throws {
        try await withTemporaryFolder { folder in
            let camera = VideoCamera(path: "\(folder)/video0", name: "north")
            #expect(camera.name == "north")
            guard case .lost(.noDevice(let path))? = await camera.next() else {
                Issue.record("it was not reported")
                return
            }
            #expect(path == "\(folder)/video0")
            let waiting = Task { await camera.next() }
            waiting.cancel()
            #expect(await waiting.value == nil)
        }
    }

    @Test("A camera that changes from missing to unusable is reported again")
    func otherReason() async throws {
        try await withTemporaryFolder { folder in
            let camera = VideoCamera(path: "\(folder)/video0")
            _ = await camera.next()
            #expect(symlink("/dev/null", "\(folder)/video0") == 0)
            guard case .lost(.notACamera)? = await camera.next() else {
                Issue.record("it was not reported")
                return
            }
        }
    }

    @Test("Damaged frames count until one holds a picture, and not while none is decoded")
    func damagedFrames() {
        let start = ContinuousClock.now
        var damage = DamagedFrames()
        var durations: [Duration] = []
        for (time, isPicture) in [(0, false), (1, false), (2, true), (3, false), (9, false), (8, false), (10, true)] {
            damage.note(isPicture: isPicture, at: start + .seconds(time))
            durations.append(damage.duration)
        }
        #expect(durations == [.zero, .seconds(1), .zero, .zero, .seconds(6), .seconds(5), .zero])
    }

    @Test("A file is not a camera, a folder is not a camera")
    func notACamera() throws {
        for path in [Fixture.path("one.png"), "/tmp", "/dev/null"] {
            #expect(throws: CameraError.notACamera(path: path)) { try VideoDevice.modes(of: path) }
        }
        #expect(throws: CameraError.noDevice(path: "/dev/none")) { try VideoDevice.modes(of: "/dev/none") }
    }

    @Test("A snapshot of no camera is an error")
    func snapshot() async {
        await #expect(throws: CameraError.noDevice(path: "/dev/none")) {
            try await VideoCamera.snapshot(path: "/dev/none")
        }
    }

    @Test("What the driver answers is told by its cause")
    func causes() {
        let path = "/dev/video0"
        #expect(CameraError(opening: ENOENT, path: path) == .noDevice(path: path))
        #expect(CameraError(opening: EACCES, path: path) == .noPermission(path: path))
        #expect(CameraError(opening: EBUSY, path: path) == .busy(path: path))
        #expect(CameraError(opening: ENOTTY, path: path) == .notACamera(path: path))
        #expect(CameraError(ENODEV, step: "start", path: path) == .unplugged(path: path))
        #expect(CameraError(EIO, step: "start", path: path) == .failed(path: path, step: "start", errno: EIO))
    }

    @Test("Every error names the camera in one sentence")
    func sentences() {
        let path = "/dev/video7"
        let errors: [CameraError] = [
            .noDevice(path: path), .noPermission(path: path), .busy(path: path), .notACamera(path: path),
            .noUsableFormat(path: path, offered: []), .stalled(path: path, seconds: 2), .unplugged(path: path),
            .failed(path: path, step: "start the stream", errno: EIO),
        ]
        for sentence in errors.map(\.description) {
            #expect(sentence.contains(path) && !sentence.contains("\n") && !sentence.hasSuffix("."))
        }
        #expect(errors[0].description.hasPrefix("no camera at /dev/video7: "))
        #expect(errors[1].description.contains("`video`"))
    }
}
