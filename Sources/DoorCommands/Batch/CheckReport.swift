// The output of `doorcheck check`.

import Admission
import DoorDisplay
import DoorOutput
import DoorTexts
import Ledger
import Scanner

/// Prints and counts verdicts as they arrive, then prints a summary.
struct CheckReport {
    private let output: OutputOptions
    private let isRaw: Bool
    private let isQuiet: Bool
    private let palette = Palette()
    private let start = ContinuousClock.now
    private var progress: ProgressBar
    private var counts: [String: Int] = [:]
    private var pictures = 0
    private var reading = Duration.zero
    /// The worst status so far.
    private(set) var status = ExitStatus.success

    init(_ output: OutputOptions, isRaw: Bool, pictures: Int, isQuiet: Bool) {
        self.output = output
        self.isRaw = isRaw
        self.isQuiet = isQuiet
        progress = ProgressBar(total: pictures, isQuiet: isQuiet)
    }

    func begin() throws {
        try output.begin(VerdictLine.self)
    }

    mutating func add(
        _ verdict: Verdict, of code: String, in picture: PictureReadings<ExaminedCode>, elapsed: Duration
    ) throws {
        counts[verdict.isCopyInBatch ? "same ticket" : verdict.reasonCode, default: 0] += 1
        status = max(status, Self.status(of: verdict))
        progress.clear()
        if isRaw { return try Terminal.output((Terminal.outputIsScreen ? code.printable : code) + "\n") }
        let wording = Wording(verdict: verdict, now: verdict.at)
        try output.add(
            VerdictLine(verdict, file: picture.path, elapsed: elapsed),
            text: row(picture.path, wording.headline, wording.detail, colour: palette.colour(of: verdict)))
    }

    mutating func add(noCodeIn picture: PictureReadings<ExaminedCode>, at now: Timestamp) throws {
        counts["no-code", default: 0] += 1
        status = max(status, .noCode)
        progress.clear()
        guard !isRaw else { return }
        try output.add(
            VerdictLine(noCodeIn: picture.path, at: now, elapsed: picture.total),
            text: row(picture.path, "NO CODE", "no QR code found", colour: palette.quiet))
    }

    mutating func add(unreadable path: String, _ error: UnreadPicture) throws {
        counts["unreadable", default: 0] += 1
        status = max(status, ExitStatus(error))
        progress.clear()
        Terminal.note("doorcheck: \(path.printable): \(error)")
    }

    mutating func finishPicture(_ picture: PictureReadings<ExaminedCode>) {
        pictures += 1
        reading += picture.total
        progress.advance()
    }

    /// Prints the last line: the count of each verdict and the time per picture.
    ///
    /// - Parameters:
    ///   - unread: Files that may be pictures of an unsupported kind.
    ///   - passedOver: Files that are not pictures.
    func end(unread: Int, passingOver passedOver: Int) {
        progress.clear()
        guard !isQuiet else { return }
        let parts = counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map { "\($0.value) \($0.key)" }
        let seconds = ((ContinuousClock.now - start) / .seconds(1) * 100).rounded() / 100
        let perPicture = pictures == 0 ? 0 : (reading / pictures).milliseconds
        let noun = pictures == 1 ? "picture" : "pictures"
        let others = [
            unread == 0 ? nil : "\("file".counted(unread)) not read",
            passedOver == 0 ? nil : "\("other file".counted(passedOver)) passed over",
        ].compactMap(\.self)
        let list = ([parts.isEmpty ? "nothing to check" : parts.joined(separator: ", ")] + others)
            .joined(separator: "; ")
        Terminal.note("\(pictures) \(noun): \(list) · \(perPicture) ms per picture, \(seconds) s in all")
    }

    private static func status(of verdict: Verdict) -> ExitStatus {
        switch verdict.style {
        case .admit, .exit, .checked, .again: .success
        case .used: .duplicates
        case .refuse, .ask, .quiet: .refused
        }
    }

    private func row(_ path: String, _ headline: String, _ detail: String, colour: String) -> String {
        let word = headline + String(repeating: " ", count: max(0, 12 - headline.count))
        return "\(palette.paint(word, colour))  \(path.printable)  \(detail.printable)\n"
    }
}
