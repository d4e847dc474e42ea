// Pictures, drawings and terminal text of one symbol all show its modules.

import DoorPictures
import TestSupport
import Testing
import TicketPrinting

struct WritersTests {
    private let symbol: QRSymbol

    init() throws {
        var generator = SeededGenerator()
        symbol = try QRSymbol(text: ticketText(using: &generator), errorCorrection: .quartile)
    }

    /// Whether every module of `modules`, quiet zone included, is what the symbol has there.
    private func expectModules(_ modules: [[Bool]]) {
        #expect(modules.count == symbol.size + 8)
        for (row, line) in modules.enumerated() {
            #expect(line == (0..<symbol.size + 8).map { symbol[x: $0 - 4, y: row - 4] }, "row \(row)")
        }
    }

    @Test("A PNG has the symbol's modules and a quiet zone of four", arguments: [1, 3, 8])
    func png(modulePixels: Int) throws {
        let picture = try GrayPicture(png: symbol.png(modulePixels: modulePixels))
        #expect(picture == (try symbol.picture(modulePixels: modulePixels)))
        let side = symbol.size + 8
        let rows = (0..<side).map { $0 * modulePixels * picture.width }
        expectModules(rows.map { row in (0..<side).map { picture.luma[row + $0 * modulePixels] == 0 } })
        #expect(picture.luma.allSatisfy { $0 == 0 || $0 == 255 })
    }

    @Test("An SVG has the symbol's modules and a quiet zone of four")
    func svg() throws {
        let document = try symbol.svg(widthMillimetres: 49)
        let side = symbol.size + 8
        #expect(document.contains("width=\"49.0mm\" height=\"49.0mm\" viewBox=\"0 0 \(side) \(side)\""))
        #expect(document.contains("shape-rendering=\"crispEdges\""))
        #expect(document.contains("<rect width=\"\(side)\" height=\"\(side)\" fill=\"#fff\"/>"))
        var modules = [[Bool]](repeating: [Bool](repeating: false, count: side), count: side)
        let path = try #require(document.components(between: " d=\"", and: "\"/>"))
        for run in path.split(separator: "z") {
            let match = try #require(run.wholeMatch(of: #/M(\d+) (\d+)h(\d+)v1h-(\d+)/#))
            let (x, y) = (try #require(Int(match.1)), try #require(Int(match.2)))
            #expect(match.3 == match.4)
            for column in x..<x + (try #require(Int(match.3))) {
                #expect(!modules[y][column], "drawn twice")
                modules[y][column] = true
            }
        }
        expectModules(modules)
    }

    @Test("An SVG is well-formed whatever its title")
    func svgTitle() throws {
        let document = try symbol.svg(title: "<b> \"Rock & Roll\" ]]>\u{7}\n")
        #expect(document.components(between: "<title>", and: "</title>") == "&lt;b&gt; \"Rock &amp; Roll\" ]]&gt; ")
        #expect(document.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns="))
        #expect(document.hasSuffix("</svg>\n"))
        let tags = document.matches(of: #/<[/]?(\w+)[^<>]*>/#).map { String($0.0.prefix { $0 != " " }) }
        #expect(tags == ["<svg", "<title>", "</title>", "<rect", "<path", "</svg>"])
    }

    @Test("Terminal text has the symbol's modules, two rows to a line")
    func terminal() {
        var modules: [[Bool]] = []
        let lines = symbol.terminalText().split(separator: "\n")
        for line in lines {
            #expect(line.hasPrefix("\u{1B}[30;47m") && line.hasSuffix("\u{1B}[0m"))
            let blocks = line.dropFirst(8).dropLast(4)
            modules.append(blocks.map { $0 == "█" || $0 == "▀" })
            modules.append(blocks.map { $0 == "█" || $0 == "▄" })
        }
        // The side is odd: the last line's lower half is beyond the quiet zone.
        #expect(modules.removeLast() == [Bool](repeating: false, count: symbol.size + 8))
        expectModules(modules)
    }

    @Test("Sizes out of range are refused")
    func sizes() {
        #expect(throws: PrintingError.modulePixels(0)) { try symbol.png(modulePixels: 0) }
        #expect(throws: PrintingError.modulePixels(41)) { try symbol.png(modulePixels: 41) }
        #expect(throws: PrintingError.widthMillimetres(0)) { try symbol.svg(widthMillimetres: 0) }
        #expect(throws: PrintingError.self) { try symbol.svg(widthMillimetres: .nan) }
        #expect(throws: PrintingError.pictureSize(width: 2, height: 2, bytes: 3)) {
            try GrayPicture(width: 2, height: 2, luma: [1, 2, 3])
        }
        #expect(throws: PrintingError.self) { try GrayPicture(width: .max, height: 4, luma: []) }
    }
}

extension String {
    fileprivate func components(between start: String, and end: String) -> String? {
        guard let low = firstRange(of: start)?.upperBound, let high = self[low...].firstRange(of: end)?.lowerBound
        else { return nil }
        return String(self[low..<high])
    }
}
