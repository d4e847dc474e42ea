// Terminal colours; every verdict is recognisable without them.

package import Admission
import DoorDisplay
import DoorTexts

/// The terminal's 256-colour codes closest to those of the door display; empty if colours are off.
package struct Palette {
    private let isColoured = Terminal.outputHasColour

    package let admit = "38;5;79"
    package let used = "38;5;215"
    package let refuse = "38;5;168"
    package let ask = "38;5;111"
    package let quiet = "38;5;245"

    package init() {}

    /// Returns the colour of a verdict's headline.
    package func colour(of verdict: Verdict) -> String {
        switch verdict.style {
        case .admit, .exit, .checked: admit
        case .again: quiet
        case .used: used
        case .refuse, .quiet: refuse
        case .ask: ask
        }
    }

    /// Returns text in a colour, bold.
    package func paint(_ text: String, _ colour: String) -> String {
        isColoured ? "\u{1B}[1;\(colour)m\(text)\u{1B}[0m" : text
    }
}
