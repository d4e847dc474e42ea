// `doorcheck read`: reads the codes in pictures without judging them.

import ArgumentParser
import DoorOutput
import DoorTexts
import QRReader
import Scanner

struct ReadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Print the QR codes in pictures, without judging them.",
        discussion: """
            With --json and --csv, each code is a record with its position in the picture; a picture without a code is \
            a record too.

              doorcheck read poster.jpg
              doorcheck read --json photos/ | jq -r .text
            """
    )

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var pictures: BatchOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        var status = ExitStatus.success
        try output.begin(ReadingLine.self)
        let batch = try await pictures.batch(try configuration.load(), raising: &status)
        var progress = ProgressBar(total: batch.pictures.count, isQuiet: pictures.quiet)
        try await batch.read { picture in
            progress.clear()
            switch picture.codes {
            case .failure(let error):
                Terminal.note("doorcheck: \(picture.path.printable): \(error)")
                status = max(status, ExitStatus(error))
            case .success(let codes):
                if codes.isEmpty { status = max(status, .noCode) }
                try print(codes, of: picture)
            }
            progress.advance()
        }
        progress.clear()
        try status.finish()
    }

    private func print(_ codes: [DetectedCode], of picture: PictureReadings<DetectedCode>) throws {
        if codes.isEmpty { try output.add(ReadingLine(nil, in: picture)) }
        for code in codes {
            let text = code.text?.printable ?? "(\(code.bytes.count) bytes that are not text)"
            try output.add(ReadingLine(code, in: picture), text: "\(picture.path.printable): \(text)\n")
        }
    }
}
