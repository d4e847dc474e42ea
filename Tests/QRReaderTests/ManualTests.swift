// The manual's example, as a reader of the manual would use it.

import FoundationEssentials
import TestSupport
import Testing
import TicketPrinting

struct ManualTests {
    private static let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")

    @Test("The manual's example reads a code, and is the one that is compiled here")
    func example() throws {
        let picture = try QRSymbol(text: "DC1:MANUAL", errorCorrection: .medium).picture(modulePixels: 4)
        let found = try describeCodes(width: picture.width, height: picture.height, luma: picture.luma)
        let middle = "\(picture.width / 2), \(picture.height / 2)"
        #expect(found == ["DC1:MANUAL at \(middle)"])
        let manual = try Self.text("../../Sources/QRReader/QRReader.docc/QRReader.md")
        let compiled = try Self.text("ManualExample.swift").drop { $0 != "\n" }.drop { $0 == "\n" }
        #expect(manual.contains("```swift\n\(compiled)```\n"))
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "/\(folder)/\(path)", encoding: .utf8)
    }
}
