// `door-pictures scene`: takes one photograph, of a text as a QR code or of a scene without a code.

import ArgumentParser
import DoorPictures
import TicketPrinting

struct SceneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scene",
        abstract: "Takes one photograph: of texts as QR codes, or without --text of a ticket that has no code.")

    @Option(help: "Chooses the hand, the angle and the light.")
    var seed: UInt64 = 1

    @Option(name: [.short, .customLong("output")], help: "The JPEG file to write.")
    var outputFile: String

    @Option(help: "The kind of scene.")
    var preset = PresetChoice.one(.phone)

    @Option(help: "The picture's width in pixels.")
    var width = DoorScene().width

    @Option(help: "The picture's height in pixels.")
    var height = DoorScene().height

    @Option(help: "A text to show as a QR code, a web address for instance; may be given several times.")
    var text: [String] = []

    func validate() throws {
        if case .one(.noCode) = preset, !text.isEmpty {
            throw ValidationError("The preset noCode shows no code; leave out --text or choose another preset.")
        }
    }

    func run() throws {
        var generator = SplitMix64(seed: seed)
        let shot: [UInt8]
        do {
            let symbols = try text.map { text throws(DoorPictureError) in try symbol(text) }
            var scene = DoorScene(preset.preset(using: &generator), using: &generator)
            (scene.width, scene.height) = (width, height)
            shot = try jpeg(scene) { scene throws(DoorPictureError) in
                try photograph(symbols, scene: scene, using: &generator)
            }
        } catch {
            throw ToolError.badPicture(name: "--text", cause: error)
        }
        try writeFile(shot, to: outputFile)
    }
}

/// Returns a text as a QR code, as a phone shows it.
func symbol(_ text: String) throws(DoorPictureError) -> QRSymbol {
    do {
        return try QRSymbol(text: text, errorCorrection: Medium.screen.errorCorrection)
    } catch {
        throw .printing(error)
    }
}
