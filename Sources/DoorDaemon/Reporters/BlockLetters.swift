// Letters five lines high.

/// Draws capitals with blocks; if they do not fit, spaced capitals on one line.
enum BlockLetters {
    /// - Parameters:
    ///   - text: Capitals A to Z and spaces.
    ///   - columns: The width of the screen.
    /// - Returns: Centred lines of at most `columns` characters.
    static func lines(of text: String, columns: Int) -> [String] {
        let letters = text.map { glyphs[$0] ?? blank }
        let rows = (0..<5).map { row in letters.map { $0[row] }.joined(separator: " ") }
        let width = rows.first?.count ?? 0
        let fitting = width <= columns ? rows : [text.map { String($0) }.joined(separator: " ")]
        return fitting.map { String(repeating: " ", count: max(0, (columns - $0.count) / 2)) + $0 }
    }

    private static let blank = [String](repeating: "   ", count: 5)

    private static let glyphs: [Character: [String]] = drawings.mapValues { drawing in
        drawing.map { String($0.map { $0 == "#" ? "█" : " " }) }
    }

    /// The letters that can be drawn, each in five rows.
    static let drawings: [Character: [String]] = [
        "A": [" ### ", "#   #", "#####", "#   #", "#   #"],
        "C": [" ####", "#    ", "#    ", "#    ", " ####"],
        "D": ["#### ", "#   #", "#   #", "#   #", "#### "],
        "E": ["#####", "#    ", "#### ", "#    ", "#####"],
        "B": ["#### ", "#   #", "#### ", "#   #", "#### "],
        "F": ["#####", "#    ", "#### ", "#    ", "#    "],
        "G": [" ####", "#    ", "#  ##", "#   #", " ####"],
        "I": ["###", " # ", " # ", " # ", "###"],
        "J": ["    #", "    #", "    #", "#   #", " ### "],
        "K": ["#   #", "#  # ", "###  ", "#  # ", "#   #"],
        "L": ["#    ", "#    ", "#    ", "#    ", "#####"],
        "M": ["#   #", "## ##", "# # #", "#   #", "#   #"],
        "N": ["#   #", "##  #", "# # #", "#  ##", "#   #"],
        "O": [" ### ", "#   #", "#   #", "#   #", " ### "],
        "R": ["#### ", "#   #", "#### ", "#  # ", "#   #"],
        "S": [" ####", "#    ", " ### ", "    #", "#### "],
        "T": ["#####", "  #  ", "  #  ", "  #  ", "  #  "],
        "U": ["#   #", "#   #", "#   #", "#   #", " ### "],
        "V": ["#   #", "#   #", "#   #", " # # ", "  #  "],
        "X": ["#   #", " # # ", "  #  ", " # # ", "#   #"],
        "Y": ["#   #", " # # ", "  #  ", "  #  ", "  #  "],
    ]
}
