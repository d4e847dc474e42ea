// The kinds of lines in a configuration, checked before the TOML parser reads them.

import RegexBuilder

/// A line of a configuration: blank, a comment, the heading of a table, or a key with a value on the same line.
///
/// toml++ 3.4 terminates the process with a failed assertion on some texts that are not TOML (`[.a]`, `a = [}`, `a =
/// 2020-01-01t:`). None of them consists of these lines, and these lines are all that a configuration needs.
struct ConfigurationLine {
    /// Compiling the expression takes longer than matching a hundred lines: create one value for all lines of a file.
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

    /// - Parameter line: The line without its line break.
    /// - Returns: Whether the line is one of the four kinds.
    func isOne(_ line: Substring) -> Bool {
        line.wholeMatch(of: form) != nil
    }
}
