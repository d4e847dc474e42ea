// Configurations that a command changes.

import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import DoorConfiguration
@testable import DoorOutput
@testable import Scanner

struct ConfigurationEditTests {
    private func edited(_ text: String, _ key: ConfigurationKey, _ value: ConfigurationValue) throws -> String {
        var edit = try ConfigurationEdit(path: "d.toml", text: text)
        try edit.set(key, to: value)
        return edit.text
    }

    @Test("A value is changed in its place, and comments, order and line ends stay")
    func replacing() throws {
        #expect(
            try edited(
                "# mine\r\n[camera]\r\n  exposure = 'auto'  # by \"hand\" = better\r\nwidth = 640\r\n", .cameraExposure,
                .text("manual"))
                == "# mine\r\n[camera]\r\n  exposure = \"manual\"  # by \"hand\" = better\r\nwidth = 640\r\n")
        #expect(
            try edited("camera.focus_place=5#near\n", .cameraFocusPlace, .integer(7)) == "camera.focus_place=7#near\n")
        #expect(
            try edited("[display]\nsound = true\n[camera]\nrate = 15", .cameraRate, .integer(30))
                == "[display]\nsound = true\n[camera]\nrate = 30")
    }

    @Test("A key that is missing comes below the last one of its table, or in a new table at the end")
    func adding() throws {
        #expect(
            try edited(
                "[camera]\n# wide\nwidth = 640\n\n# shown\n[display]\nsound = true\n", .cameraFocus, .text("auto"))
                == "[camera]\n# wide\nwidth = 640\nfocus = \"auto\"\n\n# shown\n[display]\nsound = true\n")
        #expect(try edited("", .cameraFocus, .text("auto")) == "[camera]\nfocus = \"auto\"\n")
        #expect(try edited("gate = \"a\"", .cameraRate, .integer(9)) == "gate = \"a\"\n\n[camera]\nrate = 9\n")
    }

    @Test("What is said in another way is refused, and stays")
    func refusing() throws {
        for text in ["[camera]\n\"exposure\" = \"keep\"\n", "camera . width = 640\n", "camera.width = 640\n"] {
            var edit = try ConfigurationEdit(path: "d.toml", text: text)
            #expect(throws: ConfigurationError.notEditable(path: "d.toml", key: "camera.exposure")) {
                try edit.set(.cameraExposure, to: .text("auto"))
            }
            #expect(edit.text == text)
        }
    }

    @Test("Every key of a table can be set in the example file, and nothing else changes")
    func example() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "config/doorcheck.example.toml").path()
        for (key, value): (ConfigurationKey, ConfigurationValue) in [
            (.cameraExposure, .text("manual")), (.cameraExposureTime, .integer(83)), (.cameraFocus, .text("fixed")),
            (.cameraFocusPlace, .integer(12)), (.cameraPowerLine, .text("50")), (.cameraPriority, .text("light")),
        ] {
            var edit = try ConfigurationEdit(path: path)
            let before = edit.text.split(separator: "\n", omittingEmptySubsequences: false)
            try edit.set(key, to: value)
            let after = edit.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(before.count == after.count)
            #expect(zip(before, after).filter { $0 != $1 }.count == 1)
        }
    }

    @Test("The file is replaced whole, through a link, and keeps its mode")
    func saving() throws {
        try withTemporaryFolder { folder in
            let (file, link) = ("\(folder)/real.toml", "\(folder)/doorcheck.toml")
            #expect(FileManager.default.createFile(atPath: file, contents: Data("[camera]\nwidth = 640\n".utf8)))
            #expect(chmod(file, 0o640) == 0 && symlink("real.toml", link) == 0)
            var edit = try ConfigurationEdit(path: link)
            try edit.set(.cameraPowerLine, to: .text("60"))
            try edit.save()
            #expect(
                FileManager.default.contents(atPath: file) == Data("[camera]\nwidth = 640\npower_line = \"60\"\n".utf8))
            var status = stat()
            #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o640)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["doorcheck.toml", "real.toml"])
            #expect(throws: FileError.self) { try OutputFile.replace("\(folder)/none.toml", with: []) }
        }
    }

    private func control(_ name: String, _ value: Int?) -> CameraControl {
        CameraControl(
            number: 1, name: name, kind: .integer, range: 0...100_000, step: 1, defaultValue: 0, value: value,
            choices: [:], isReadOnly: false, isInactive: false)
    }

    private func kept(_ names: [String], _ values: [String: Int]) -> [String] {
        let kept = KeptControls(of: names, in: values.map { control($0.key, $0.value) })
        return kept.values.map { "\($0.key.rawValue) = \($0.value)" } + kept.lost
    }

    @Test("The keys say what the camera does after the controls were set")
    func keys() {
        let camera = [
            "auto_exposure": 1, "exposure_time_absolute": 156, "focus_automatic_continuous": 0, "focus_absolute": 30,
            "power_line_frequency": 2, "exposure_dynamic_framerate": 1, "brightness": 3,
        ]
        // A time alone would be without effect at the next start, and so would be the place of a lens.
        for name in ["auto_exposure", "exposure_time_absolute"] {
            #expect(kept([name], camera) == ["camera.exposure = \"manual\"", "camera.exposure_time = 156"])
        }
        for name in ["focus_automatic_continuous", "focus_absolute"] {
            #expect(kept([name], camera) == ["camera.focus = \"fixed\"", "camera.focus_place = 30"])
        }
        #expect(kept(["auto_exposure"], ["auto_exposure": 3]) == ["camera.exposure = \"auto\""])
        #expect(kept(["power_line_frequency"], camera) == ["camera.power_line = \"60\""])
        #expect(kept(["exposure_dynamic_framerate"], camera) == ["camera.priority = \"light\""])
        #expect(kept(["brightness"], camera) == ["brightness"])
        #expect(kept(["exposure_time_absolute"], ["exposure_time_absolute": 50_000]).isEmpty)
    }
}
