// Colours on a terminal; every verdict can be told without them.

import Admission

/// The 256 colours nearest to those of the door display; nothing where colours are not wanted.
struct Palette {
    private let isColoured = Terminal.outputHasColour

    let admit = "38;5;79"
    let used = "38;5;215"
    let refuse = "38;5;168"
    let ask = "38;5;111"
    let quiet = "38;5;245"

    /// The colour of a verdict's headline.
    func colour(of verdict: Verdict) -> String {
        switch verdict.look {
        case .admit, .exit, .checked: admit
        case .again: quiet
        case .used: used
        case .refuse: refuse
        case .ask: ask
        }
    }

    /// Text in a colour, bold.
    func paint(_ text: String, _ colour: String) -> String {
        isColoured ? "\u{1B}[1;\(colour)m\(text)\u{1B}[0m" : text
    }
}
