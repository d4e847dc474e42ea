// `door-pictures approach`: the frames of a camera while a phone is brought to it.

import ArgumentParser
import DoorPictures
import TicketPrinting

struct ApproachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approach",
        abstract: "Takes the frames of a camera while a guest brings a phone to it, 30 a second.",
        discussion: "`doorcheck run --frames FOLDER` reads them instead of a camera's.")

    @Option(help: "Chooses the guest.")
    var seed: UInt64 = 1

    /// ``PhoneApproach/Kind``, as the command line knows it.
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case steady, shaky
    }

    @Option(help: "The hall and the hand.")
    var kind = Kind.shaky

    @Option(help: "How many frames, 1 to 300.")
    var frames = 60

    @Option(help: "The text of the QR code on the phone.")
    var text: String

    @Option(name: [.short, .customLong("output")], help: "The folder of the frames; made if it is not there.")
    var outputFolder = "."

    func validate() throws {
        guard (1...300).contains(frames) else { throw ValidationError("--frames is \(frames); choose 1 to 300.") }
    }

    func run() throws {
        try makeFolder(outputFolder)
        let guest = PhoneApproach(kind == .steady ? .steady : .shaky, seed: seed)
        var generator = SplitMix64(seed: seed)
        for number in 0..<frames {
            let digits = String(number)
            let name = "frame-" + String(repeating: "0", count: 3 - digits.count) + digits
            let shot: [UInt8]
            do {
                let symbol = try symbol()
                shot = try photograph(symbol, during: guest.exposure(ofFrame: number), in: seed, using: &generator)
                    .jpeg(quality: 95)
            } catch {
                throw ToolError.badPicture(name: "--text", cause: error)
            }
            try writeFile(shot, to: "\(outputFolder)/\(name).jpg")
        }
        report("\(frames) frames are in \(outputFolder).")
    }

    private func symbol() throws(DoorPictureError) -> QRSymbol {
        do {
            return try QRSymbol(text: text, errorCorrection: Medium.screen.errorCorrection)
        } catch {
            throw .printing(error)
        }
    }
}
