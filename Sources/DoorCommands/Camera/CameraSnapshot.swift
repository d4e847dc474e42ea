// `doorcheck camera snapshot`

import ArgumentParser
import DoorConfiguration
import DoorOutput
import Scanner
import TicketPrinting

struct CameraSnapshot: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot",
        abstract: "Save what a camera sees as a PNG picture.",
        discussion: """
            Shows whether a code is sharp and large enough where guests will hold it.

              doorcheck camera snapshot --output view.png
              doorcheck read view.png
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The camera (default: the configuration's).", completion: .file())
    var device: String?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Where to save the picture.", valueName: "file"))
    var file = "snapshot.png"

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let settings = try configuration.load()
        let frame = try await VideoCamera.snapshot(
            path: device ?? settings.cameraPath, request: settings.video, decodingAt: .outOfProcess)
        let picture = try GrayPicture(width: frame.width, height: frame.height, luma: frame.luma)
        try OutputFile.save(picture.png(), to: file)
        try output.write([FileLine(file: file)], text: file + "\n")
    }
}
