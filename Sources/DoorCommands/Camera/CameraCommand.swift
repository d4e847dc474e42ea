// `doorcheck camera`

import ArgumentParser

struct CameraCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "camera",
        abstract: "See what cameras there are and what they see, and set them.",
        subcommands: [CameraList.self, CameraFormats.self, CameraSnapshot.self, CameraControls.self, CameraTune.self]
    )
}
