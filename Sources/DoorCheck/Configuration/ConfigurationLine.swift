// The lines a configuration is made of, checked before the TOML parser sees them.

import RegexBuilder

/// A line of a configuration: blank, a comment, the heading of a table, or a key with a value on the same line.
///
/// toml++ 3.4 ends the process at an assertion on some texts that are not TOML (`[.a]`, `a = [}`, `a = 2020-01-01t:`);
/// none of them is made of these lines, and nothing a configuration needs is left out.
struct ConfigurationLine {
    /// Compiling it takes longer than to match a hundred lines with it: to be made once for all lines of a file.
    private let form: Regex<Substring>

    init() {
        let key = #/(?:[A-Za-z0-9_\-]+|"[^"\\]*"|'[^']*')/#
        let scalar = #/(?:"(?:[^"\\]|\\.)*"|'[^']*'|[+\-]?[0-9_]+(?:\.[0-9_]+)?|true|false)/#
        let array = Regex {
            /\[[ \t]*/
            Optionally {
                scalar
                ZeroOrMore {
                    /[ \t]*,[ \t]*/; scalar
                }
                /[ \t]*,?/
            }
            /[ \t]*\]/
        }
        let keys = Regex {
            key;
            ZeroOrMore {
                /[ \t]*\.[ \t]*/; key
            }
        }
        form = Regex {
            /[ \t]*/
            Optionally {
                ChoiceOf {
                    Regex {
                        /\[[ \t]*/; keys; /[ \t]*\]/
                    }
                    Regex {
                        keys; /[ \t]*=[ \t]*/;
                        ChoiceOf {
                            scalar; array
                        }
                    }
                }
            }
            /[ \t]*(?:#.*)?/
        }
        .matchingSemantics(.unicodeScalar)
    }

    /// - Parameter line: Without its line break.
    /// - Returns: Whether the line is one of the four.
    func isOne(_ line: Substring) -> Bool {
        line.wholeMatch(of: form) != nil
    }
}
