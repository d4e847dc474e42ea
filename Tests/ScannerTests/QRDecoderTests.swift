// Reading codes out of frames.

import Glibc
import Testing

@testable import QRReader

struct QRDecoderTests {
    @Test("Names in UTF-8 come out as they went in")
    func names() throws {
        #expect(try Fixture.texts("names.png") == ["Jürgen Łukasz 測試"])
    }

    @Test("A light code on a dark ground is read")
    func lightOnDark() throws {
        #expect(try Fixture.texts("light-on-dark.png") == [Fixture.text])
    }

    @Test("A rotated code is read")
    func rotated() throws {
        #expect(try Fixture.texts("rotated.png") == [Fixture.text])
    }

    @Test("Both codes of a picture are read")
    func twoCodes() throws {
        #expect(try Set(Fixture.texts("two-codes.png")) == [Fixture.text, "DC1:FIXTURE-TWO"])
    }

    @Test("Two copies of one code are two readings in two places")
    func copies() throws {
        let readings = try Fixture.codes(Fixture.frame("copies.png"))
        #expect(readings.map(\.text) == [Fixture.text, Fixture.text])
        #expect(Set(readings.map { $0.centre.x < 116 }) == [true, false])
    }

    @Test("Bytes that are no text are a reading without text")
    func binary() throws {
        let readings = try Fixture.codes(Fixture.frame("binary.png"))
        #expect(readings.map(\.bytes) == [[0xFF, 0xFE, 0x80, 0x41]])
        #expect(readings.map(\.text) == [nil])
    }

    @Test("The corners go round the code, to within a module")
    func corners() throws {
        // 21 modules of 4 pixels, and 4 modules of margin: from 16 to 100.
        let reading = try #require(try Fixture.codes(Fixture.frame("one.png")).first)
        let expected = [Point(x: 16, y: 16), Point(x: 100, y: 16), Point(x: 100, y: 100), Point(x: 16, y: 100)]
        #expect(reading.corners.count == 4)
        for corner in expected { #expect(reading.corners.contains { $0.distance(to: corner) < 4 }) }
        for (one, next) in zip(reading.corners, reading.corners.dropFirst()) {
            #expect(one.distance(to: next) < 100, "a diagonal would be 119")
        }
        #expect(reading.centre.distance(to: Point(x: 58, y: 58)) < 3)
    }

    @Test("One code reported twice from the same place is one reading")
    func sameCode() {
        func square(_ x: Double) -> [Point] {
            [(0, 0), (40, 0), (40, 40), (0, 40)].map { Point(x: x + $0.0, y: $0.1) }
        }
        let reading = DetectedCode(bytes: [1], corners: square(0))
        #expect(reading.isSameCode(as: DetectedCode(bytes: [1], corners: square(5))))
        #expect(!reading.isSameCode(as: DetectedCode(bytes: [1], corners: square(40))))
        #expect(!reading.isSameCode(as: DetectedCode(bytes: [2], corners: square(0))))
    }

    @Test(
        "Frames of any size without a code give nothing",
        arguments: [(1, 1), (1, 4000), (3, 2), (4000, 1), (640, 480)])
    func noCode(width: Int, height: Int) throws {
        for value in [UInt8(0), 255] {
            let frame = Frame(width: width, height: height, luma: [UInt8](repeating: value, count: width * height))
            #expect(try Fixture.codes(frame).isEmpty)
        }
    }

    @Test("1,000 frames of 9 codes leave the memory as 200 did")
    func memory() async {
        // In a process of its own: tests beside this one would lend it their memory.
        await #expect(processExitsWith: .success) {
            let frame = Self.nineCopies(of: try Fixture.frame("raw.pgm"))
            var decoder = try QRDecoder()
            var resident: [Int] = []
            for round in 1...5 {
                for _ in 0..<200 {
                    let count = try decoder.decode(frame).count
                    try #require(count == 9, "round \(round)")
                }
                resident.append(try Self.residentBytes())
            }
            // One scanner for all would have kept 7,200 times 0.2 kB.
            let growth = resident[4] - resident[0]
            #expect(growth < 1 << 20, "grown by \(growth) bytes")
        }
    }

    private static func nineCopies(of tile: Frame) -> Frame {
        let row = (0..<tile.height).flatMap { y in
            let line = tile.luma[y * tile.width..<(y + 1) * tile.width]
            return line + line + line
        }
        return Frame(width: 3 * tile.width, height: 3 * tile.height, luma: row + row + row)
    }

    /// The second number of proc_pid_statm(5), in pages.
    private static func residentBytes() throws -> Int {
        let file = try #require(fopen("/proc/self/statm", "r"))
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 200)
        let read = try #require(fgets(&line, 200, file))
        let pages = try #require(String(cString: read).split(separator: " ").dropFirst().first.flatMap { Int($0) })
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
