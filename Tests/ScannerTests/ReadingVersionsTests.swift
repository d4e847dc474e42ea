// Every kind of symbol there is.

import TestSupport
import Testing

@testable import Scanner

@Suite struct ReadingVersionsTests {
    @Test("All versions, levels and masks are read by the soft decoder", arguments: SymbolVersion.all)
    func softDecoderReadsAll(version: SymbolVersion) throws {
        var random = SeededGenerator()
        let layout = SymbolLayout(version: version)
        var reader = SoftReader()
        for level in ErrorCorrectionLevel.allCases {
            let content = random.bytes(5 + version.number)
            var symbol = try ReadingSymbol(version: version.number, level: level, segments: [.bytes(content)])
            for mask in DataMask.allCases {
                symbol.remask(mask)
                let reading = reader.read(symbol.grid(), layout: layout)
                #expect(reading?.content == content, "\(version) \(level) \(mask), seed \(random.seed)")
            }
        }
    }

    @Test("All versions are read by zbar from the clean drawing", arguments: SymbolVersion.all)
    func zbarReadsAll(version: SymbolVersion) throws {
        var random = SeededGenerator()
        let layout = SymbolLayout(version: version)
        var reader = try ZBarReader()
        for level in ErrorCorrectionLevel.allCases {
            let content = random.bytes(5 + version.number)
            let symbol = try ReadingSymbol(version: version.number, level: level, segments: [.bytes(content)])
            let read = try reader.read(symbol.grid().levels, layout: layout)
            #expect(read == content, "\(version) \(level), seed \(random.seed)")
        }
    }
}
