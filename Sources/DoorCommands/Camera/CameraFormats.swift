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

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let path = try device ?? configuration.load().cameraPath
        var table = TextTable("FORMAT", "SIZE", "RATES PER SECOND")
        let modes = try VideoDevice.modes(of: path)
        for mode in modes {
            let rates = mode.rates.map(\.text).joined(separator: ", ")
            let size = "\(mode.widths.text)x\(mode.heights.text)"
            table.add(mode.format.description, size, rates)
        }
        try output.write(modes.map(FormatLine.init), text: table.text)
    }
}

/// A picture format of a camera; widths and heights are in pixels, rates in pictures per second.
struct FormatLine: OutputRecord {
    static let columns = ["format", "min_width", "max_width", "min_height", "max_height", "rates"]

    let schema = 1
    let format: String
    let minWidth: Int
    let maxWidth: Int
    let minHeight: Int
    let maxHeight: Int
    let rates: [String]

    init(_ mode: VideoMode) {
        format = mode.format.description
        (minWidth, maxWidth) = (Int(mode.widths.lowerBound), Int(mode.widths.upperBound))
        (minHeight, maxHeight) = (Int(mode.heights.lowerBound), Int(mode.heights.upperBound))
        rates = mode.rates.map(\.text)
    }
}

extension ClosedRange {
    /// The value if both bounds are equal, otherwise both bounds.
    fileprivate var text: String {
        lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound)-\(upperBound)"
    }
}
