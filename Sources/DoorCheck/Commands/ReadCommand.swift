// `doorcheck read`: reads the codes in pictures without judging them.

import ArgumentParser
import QRReader
import Scanner

struct ReadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Print the QR codes in pictures, without judging them.",
        discussion: """
            With --json, one line per code: `file` as given, `text` (or `hex` where the code is not UTF-8), `x` and `y` \
            of its centre in pixels of the picture, and `ms` for decoding alone; a picture without a code gives a line \
            with only `file` and `ms`.

              doorcheck read poster.jpg
              doorcheck read --json photos/ | jq -r .text
            """
    )

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var pictures: BatchOptions

    @Flag(help: "Print JSON Lines.")
    var json = false

    func run() async throws {
        var status = ExitStatus.success
        let batch = try pictures.batch(try configuration.load(), raising: &status)
        var progress = ProgressBar(total: batch.paths.count, isQuiet: pictures.quiet)
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

    private func print(_ codes: [DetectedCode], of picture: PictureReadings) throws {
        guard json else {
            for code in codes {
                let text = code.text?.printable ?? "(\(code.bytes.count) bytes that are not text)"
                try Terminal.output("\(picture.path.printable): \(text)\n")
            }
            return
        }
        if codes.isEmpty { try Terminal.output(JSONLine.text(ReadingLine(nil, in: picture))) }
        for code in codes { try Terminal.output(JSONLine.text(ReadingLine(code, in: picture))) }
    }
}
