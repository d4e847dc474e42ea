// `doorcheck camera`

import ArgumentParser

struct CameraCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "camera",
        abstract: "List, test and adjust cameras.",
        subcommands: [CameraList.self, CameraFormats.self, CameraSnapshot.self, CameraControls.self, CameraTune.self]
    )
}
