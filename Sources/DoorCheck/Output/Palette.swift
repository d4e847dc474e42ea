// Terminal colours; every verdict is recognisable without them.

import Admission

/// The terminal's 256-colour codes closest to those of the door display; empty if colours are off.
struct Palette {
    private let isColoured = Terminal.outputHasColour

    let admit = "38;5;79"
    let used = "38;5;215"
    let refuse = "38;5;168"
    let ask = "38;5;111"
    let quiet = "38;5;245"

    /// Returns the colour of a verdict's headline.
    func colour(of verdict: Verdict) -> String {
        switch verdict.look {
        case .admit, .exit, .checked: admit
        case .again: quiet
        case .used: used
        case .refuse: refuse
        case .ask: ask
        }
    }

    /// Returns text in a colour, bold.
    func paint(_ text: String, _ colour: String) -> String {
        isColoured ? "\u{1B}[1;\(colour)m\(text)\u{1B}[0m" : text
    }
}
