// `doorcheck camera list`

import ArgumentParser
import DoorOutput
import Scanner

struct CameraList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the cameras of this machine.",
        discussion: """
            Exit status 69 if there is no camera.

              doorcheck camera list
            """
    )

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let devices = try VideoDevice.list()
        guard !devices.isEmpty else {
            throw CommandError(.unavailable, "This machine has no camera; connect one and try again.")
        }
        var table = TextTable("DEVICE", "CAMERA", "DRIVER", "BUS")
        for device in devices {
            table.add(device.path, device.card, device.driver, device.bus)
        }
        try output.write(devices.map(CameraLine.init), text: table.text)
    }
}

/// A camera.
struct CameraLine: OutputRecord {
    static let columns = ["device", "camera", "driver", "bus"]

    let schema = 1
    let device: String
    let camera: String
    let driver: String
    let bus: String

    init(_ device: VideoDevice) {
        self.device = device.path
        camera = device.card
        driver = device.driver
        bus = device.bus
    }
}
