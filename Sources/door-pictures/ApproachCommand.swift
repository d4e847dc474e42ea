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

    /// The value of `--kind`.
    struct KindChoice: ExpressibleByArgument {
        let kind: PhoneApproach.Kind

        init?(argument: String) {
            guard let kind = PhoneApproach.Kind(rawValue: argument) else { return nil }
            self.init(kind)
        }

        init(_ kind: PhoneApproach.Kind) { self.kind = kind }

        var defaultValueDescription: String { kind.rawValue }

        static var allValueStrings: [String] { PhoneApproach.Kind.allCases.map(\.rawValue) }
    }

    @Option(help: "The hall and the hand.")
    var kind = KindChoice(.shaky)

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
        let guest = PhoneApproach(kind.kind, seed: seed)
        var generator = SplitMix64(seed: seed)
        do {
            let symbol = try symbol(text)
            for number in 0..<frames {
                let shot = try photograph(
                    symbol, during: guest.exposure(ofFrame: number), in: seed, using: &generator)
                // Their names sort by time.
                let digits = String(1000 + number).dropFirst()
                try writeFile(try shot.jpeg(quality: 95), to: "\(outputFolder)/frame-\(digits).jpg")
            }
        } catch let cause as DoorPictureError {
            throw ToolError.badPicture(name: "--text", cause: cause)
        }
        report("\(frames) frames are in \(outputFolder).")
    }
}
