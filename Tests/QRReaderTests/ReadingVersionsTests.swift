// Every kind of symbol there is.

import TestSupport
import Testing

@testable import QRReader

@Suite struct ReadingVersionsTests {
    @Test("All versions, levels and masks are read", arguments: SymbolVersion.all)
    func softReaderReadsAll(version: SymbolVersion) throws {
        var random = SeededGenerator()
        let layout = SymbolLayout(version: version)
        var reader = SoftReader()
        for level in ErrorCorrectionLevel.allCases {
            let content = random.bytes(5 + version.number)
            var symbol = try ReadingSymbol(version: version.number, level: level, segments: [.bytes(content)])
            for mask in DataMask.allCases {
                symbol.remask(mask)
                let reading = reader.read(symbol.grid().levels, layout: layout)?.bytes
                #expect(reading == content, "\(level) \(mask), seed \(random.seed)")
            }
        }
    }

    @Test("zbar reads all versions and levels as they are drawn for it", arguments: SymbolVersion.all)
    func zbarReadsAll(version: SymbolVersion) throws {
        var random = SeededGenerator()
        let layout = SymbolLayout(version: version)
        var reader = try ZBarReader()
        for level in ErrorCorrectionLevel.allCases {
            let content = random.bytes(5 + version.number)
            let symbol = try ReadingSymbol(version: version.number, level: level, segments: [.bytes(content)])
            let read = try reader.read(symbol.grid().levels, layout: layout)
            #expect(read == content, "\(level), seed \(random.seed)")
        }
    }

    @Test("A mirrored symbol is read, by zbar as well", arguments: [1, 5, 7, 21, 40])
    func readsMirrored(version: Int) throws {
        var random = SeededGenerator()
        var reader = try SymbolReader()
        var zbar = try ZBarReader()
        let content = random.bytes(10)
        var symbol = try ReadingSymbol(version: version, level: .medium, segments: [.bytes(content)])
        for mask in DataMask.allCases {
            symbol.remask(mask)
            let grid = symbol.grid().transposed
            #expect(try reader.read(grid)?.bytes == content, "\(mask), seed \(random.seed)")
            #expect(try zbar.read(grid.levels, layout: SymbolLayout(version: symbol.version)) == content)
        }
    }

    @Test("The map of modules is libqrencode's", arguments: SymbolVersion.all)
    func mapAgrees(version: SymbolVersion) throws {
        let layout = SymbolLayout(version: version)
        let symbol = try ReadingSymbol(version: version.number, level: .low, segments: [.numeric("1")])
        #expect(layout.modules.map { $0 == .data } == symbol.carriesData)
        for (module, isDark) in zip(layout.modules, symbol.isDark) where module == .dark || module == .light {
            #expect((module == .dark) == isDark)
        }
    }

    @Test("A symbol larger than any reader's first is read, and a smaller one after it")
    func changesSize() throws {
        var reader = try SymbolReader()
        for version in [2, 40, 1, 7] {
            let content = Array("version \(version)".utf8)
            let symbol = try ReadingSymbol(version: version, level: .low, segments: [.bytes(content)])
            #expect(try reader.read(symbol.grid())?.bytes == content)
        }
    }

    @Test("zbar's scanner is replaced in time and reads on")
    func readsOnAndOn() throws {
        var reader = try SymbolReader()
        let symbol = try ReadingSymbol(version: 1, level: .low, segments: [.bytes([1, 2, 3])])
        for _ in 0..<1_100 { #expect(try reader.read(symbol.grid())?.bytes == [1, 2, 3]) }
    }
}
