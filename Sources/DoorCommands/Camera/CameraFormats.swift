// `doorcheck camera formats`

import ArgumentParser
import DoorConfiguration
import DoorOutput
import Scanner

struct CameraFormats: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formats",
        abstract: "List the formats, sizes and rates of a camera.",
        discussion: """
              doorcheck camera formats
              doorcheck camera formats /dev/video2
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The camera (default: the configuration's).", completion: .file())
    var device: String?

    func run() async throws {
        let path = try device ?? configuration.load().cameraPath
        var table = TextTable("FORMAT", "SIZE", "RATES PER SECOND")
        for mode in try VideoDevice.modes(of: path) {
            let rates = mode.rates.map(\.text).joined(separator: ", ")
            let size = "\(mode.widths.text)x\(mode.heights.text)"
            table.add(mode.format.description, size, rates)
        }
        try Terminal.output(table.text)
    }
}

extension ClosedRange {
    /// The value if both bounds are equal, otherwise both bounds.
    fileprivate var text: String {
        lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound)-\(upperBound)"
    }
}
