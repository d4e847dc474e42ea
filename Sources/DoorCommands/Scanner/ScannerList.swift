// `doorcheck scanner list`

import ArgumentParser
import DoorOutput
import DoorTexts
import Scanner

struct ScannerList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List barcode scanners and other devices that type.",
        discussion: """
            `doorcheck run --scanner auto` uses the first device that identifies as a barcode scanner.

              doorcheck scanner list
            """
    )

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let devices = try BarcodeScannerDevice.list()
        guard !devices.isEmpty else {
            throw CommandError(.unavailable, "This machine has no barcode scanner; connect one and try again.")
        }
        var table = TextTable("DEVICE", "NAME", "SCANNER")
        for device in devices {
            table.add(device.path, device.name.printable, device.looksLikeScanner ? "yes" : "perhaps")
        }
        try output.write(devices.map(BarcodeScannerLine.init), text: table.text)
    }
}

/// A device that types.
struct BarcodeScannerLine: OutputRecord {
    static let columns = ["device", "name", "looks_like_scanner"]

    let schema = 1
    let device: String
    let name: String
    let looksLikeScanner: Bool

    init(_ device: BarcodeScannerDevice) {
        self.device = device.path
        name = device.name
        looksLikeScanner = device.looksLikeScanner
    }
}
