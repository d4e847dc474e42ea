// Terminal output that people can read from a few metres.

import Admission
import DoorDisplay
import DoorOutput
import DoorTexts

/// Shows each verdict in large block letters with a distinctive frame, and in colour if available.
struct BannerReporter: Reporter {
    private let palette = Palette()
    let columns: Int

    func text(for news: DoorEvent) -> String {
        switch news {
        case .judged(let verdict, _, _):
            let wording = Wording(verdict: verdict, now: verdict.at)
            let time = verdict.at.localClock
            let detail = [time, wording.detail].filter { !$0.isEmpty }.joined(separator: " · ")
            // A code that is not a ticket, such as a menu's next to the ticket, does not replace the ticket's
            // verdict.
            if verdict.isQuiet { return "\(detail.printable)\n" }
            return banner(wording.headline, detail, mark: Self.mark(of: verdict), colour: palette.colour(of: verdict))
        case .undecided(let reason, _): return banner("CANNOT RECORD", reason, mark: "!", colour: palette.used)
        case .clock(let trust, let now):
            guard let warning = trust.warning(seenFrom: now) else { return "clock trusted again\n" }
            return banner(
                "CLOCK NOT TRUSTED", "\(warning) · staff decide on opening times", mark: "!", colour: palette.used
            )
        case .cameraLost(_, let reason): return banner("NO CAMERA", reason, mark: "!", colour: palette.used)
        case .cameraReady(let name, let setting): return "camera \(name.printable): \(setting)\n"
        case .scannerLost(_, let reason):
            return banner("NO SCANNER", reason, mark: "!", colour: palette.used)
        case .scannerReady(let name, let product): return "scanner \(name.printable): \(product.printable)\n"
        case .opened: return "door open\n"
        case .pictureUnreadable(let file, let reason): return "\(file.printable): \(reason.printable)\n"
        }
    }

    /// Returns the frame's character, so that verdicts differ in shape as well.
    private static func mark(of verdict: Verdict) -> Character {
        switch verdict.style {
        case .admit: "="
        case .exit: "<"
        case .checked: "+"
        case .again: "-"
        case .used: "#"
        case .refuse, .quiet: "X"
        case .ask: "?"
        }
    }

    private func banner(_ headline: String, _ detail: String, mark: Character, colour: String) -> String {
        let edge = String(repeating: mark, count: columns)
        let letters = BlockLetters.lines(of: headline, columns: columns)
        let lines = [edge] + letters + [edge]
        return "\n" + lines.map { palette.paint($0, colour) }.joined(separator: "\n") + "\n\(detail.printable)\n"
    }
}
