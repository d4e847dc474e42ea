// Tests of where a frame is looked at closely, and of the sharpening done there.

import TestSupport
import Testing

@testable import QRReader

struct FindingAreaTests {
    private func noise(width: Int, height: Int) -> Frame {
        var random = SeededGenerator()
        return Frame(
            width: width, height: height, luma: (0..<width * height).map { _ in .random(in: 0...255, using: &random) })
    }

    private func sharpened(_ frame: Frame, _ area: SearchArea) -> LumaPlane {
        var (plane, output, sharpening) = (LumaPlane(), LumaPlane(), Sharpening())
        plane.share(frame)
        sharpening.sharpen(plane, area, into: &output)
        return output
    }

    /// Pixel by pixel, as the documentation says it.
    private func sharpened(_ frame: Frame, x: Int, y: Int) -> UInt8 {
        let (width, height) = (frame.width & ~1, frame.height)
        func pixel(_ x: Int, _ y: Int) -> Int { Int(frame.luma[min(max(y, 0), height - 1) * frame.width + x]) }
        func line(_ x: Int, _ y: Int) -> Int { ((pixel(x, y - 1) + pixel(x, y + 1)) / 2 + pixel(x, y) + 1) / 2 }
        func smooth(_ x: Int, _ y: Int) -> Int {
            let row = min(max(y, 0), height - 1)
            guard 1..<width - 1 ~= x else { return line(x, row) }
            return ((line(x - 1, row) + line(x + 1, row)) / 2 + line(x, row) + 1) / 2
        }
        var sum = 0
        for row in y - 2...y + 2 {
            for column in x - 2...x + 2 {
                // Even and odd columns are repeated each for themselves.
                let inside = column < 0 ? column + 2 : column >= width ? column - 2 : column
                sum += smooth(inside, row)
            }
        }
        return UInt8(min(max((33 * smooth(x, y) - sum) >> 3, 0), 255))
    }

    @Test("Every pixel is moved away from the mean around it", arguments: [(18, 9), (19, 20), (64, 17), (131, 40)])
    func sharpening(width: Int, height: Int) {
        let frame = noise(width: width, height: height)
        var area = SearchArea()
        area.takeAll(width: width & ~1, height: height)
        let output = sharpened(frame, area)
        #expect(output.width == width & ~1)
        for y in 0..<height {
            for x in 0..<width & ~1 where output.pixels[y * output.width + x] != sharpened(frame, x: x, y: y) {
                Issue.record("\(x), \(y) of \(width) × \(height)")
            }
        }
    }

    @Test("A part is sharpened as the whole is, and all else is white")
    func part() {
        let frame = noise(width: 400, height: 120)
        var (all, part) = (SearchArea(), SearchArea())
        all.takeAll(width: 400, height: 120)
        var detail = DetailMap()
        detail.begin(width: 200, height: 60, rowStep: 1)
        // Every pixel from 96 to 119 differs from the next.
        for y in 24..<40 {
            detail.count(inRow: y) { DetailMap.add(0x00FF_FFFF_0000_0000, to: &$0, at: $1 + 8) }
        }
        detail.end()
        part.take(detail, factor: 2, width: 400, height: 120)
        #expect(0 < part.blocks && part.blocks < all.blocks / 2)
        let (whole, some) = (sharpened(frame, all), sharpened(frame, part))
        for y in 0..<120 {
            let span = part.spans[y / 8]
            for x in 0..<400 where !span.contains(x) { #expect(some.pixels[y * 400 + x] == 255) }
            guard !span.isEmpty else { continue }
            let inner = y * 400 + span.lowerBound + 3..<y * 400 + span.upperBound - 3
            #expect(some.pixels[inner].elementsEqual(whole.pixels[inner]))
        }
    }

    @Test("A symbol is detail with all of its quiet zone; the edge of a sheet is none")
    func detail() throws {
        let symbol = try ReadingSymbol(version: 5, level: .medium, segments: [.alphanumeric("FAR AWAY")])
        var picture = FindingPicture(width: 640, height: 360, surface: 120)
        picture.fill(0..<640, 250..<360, 60)
        let quad = FindingPicture.quad(centre: Vector(200, 100), side: 37, degrees: 20)
        picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad)
        var (level, measurement, scan, detail) = (PictureLevel(), ThresholdMeasurement(), FinderScan(), DetailMap())
        level.plane.share(picture.frame)
        level.renew()
        _ = level.measure(&measurement)
        scan.scan(level, rowStep: 2, limit: .max, detail: &detail)
        var area = SearchArea()
        area.take(detail, factor: 2, width: 1280, height: 720)
        for y in 150..<250 { #expect(area.spans[y / 8].lowerBound <= 350 && area.spans[y / 8].upperBound >= 450) }
        for y in 400..<720 { #expect(area.spans[y / 8].isEmpty) }
    }

    @Test("A far code is read wherever it is", arguments: [(60, 60), (1220, 60), (640, 360), (60, 660), (1220, 660)])
    func far(x: Int, y: Int) throws {
        let symbol = try ReadingSymbol(version: 5, level: .medium, segments: [.alphanumeric("FAR AWAY")])
        var picture = FindingPicture(width: 1280, height: 720, surface: 120)
        picture.fill(0..<1280, 400..<720, 60)
        let quad = FindingPicture.quad(centre: Vector(Float(x), Float(y)), side: 74, degrees: 5)
        picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad)
        var decoder = try QRDecoder()
        #expect(try decoder.decode(picture.frame, effort: .live).map(\.bytes) == [Array("FAR AWAY".utf8)])
    }
}
