// What a decoder says, which may be anything once a picture has taken it over.

import QRReader
import TestSupport
import Testing

@testable import Scanner

struct DecoderAnswerTests {
    private func codes(_ random: inout SeededGenerator) -> [DetectedCode] {
        (0..<Int.random(in: 0...5, using: &random)).map { _ in
            let parts: [TextPart] = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                let numbers = [nil, 0, 20, 27, 899, 999_999]
                return TextPart(
                    count: .random(in: 1...99, using: &random),
                    interpretation: numbers.randomElement(using: &random) ?? nil)
            }
            let count = parts.isEmpty ? Int.random(in: 0...300, using: &random) : parts.reduce(0) { $0 + $1.count }
            return DetectedCode(
                bytes: (0..<count).map { _ in .random(in: 0...255, using: &random) }, parts: parts,
                corners: (0..<4).map { _ in
                    Point(x: .random(in: -9...4000, using: &random), y: .random(in: -9...4000, using: &random))
                })
        }
    }

    @Test("Codes come over as they were, and those that find no room are left out")
    func codes() {
        var random = SeededGenerator()
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 10_000, alignment: 8)
        defer { memory.deallocate() }
        for _ in 0..<200 {
            let codes = codes(&random)
            let count = DetectedCode.write(codes, to: memory)
            #expect(DetectedCode.read(Array(memory.prefix(count))) == codes)
            let half = UnsafeMutableRawBufferPointer(rebasing: memory.prefix(count / 2))
            let part = DetectedCode.read(Array(half.prefix(DetectedCode.write(codes, to: half))))
            #expect(part.map { codes.starts(with: $0) } == true)
        }
    }

    @Test("Bytes that are no codes never trap")
    func damage() {
        var random = SeededGenerator()
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 10_000, alignment: 8)
        defer { memory.deallocate() }
        for _ in 0..<2000 {
            var bytes = Array(memory.prefix(DetectedCode.write(codes(&random), to: memory)))
            for _ in 0..<4 where !bytes.isEmpty {
                bytes[.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            bytes.removeLast(min(bytes.count, .random(in: 0...9, using: &random)))
            for code in DetectedCode.read(bytes) ?? [] {
                #expect(code.centre.x.isFinite)
                #expect(code.parts.isEmpty || code.parts.reduce(0) { $0 + $1.count } == code.bytes.count)
            }
        }
    }

    @Test("Numbers that lie about what is in the memory are no answer")
    func lies() {
        var random = SeededGenerator()
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1000, alignment: 8)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0x41)
        let numbers = [0, 1, -1, 8, 999, 1000, 1001, .max, .min, 1 << 32]
        for _ in 0..<5000 {
            let message = DecoderMessage(
                kind: .random(in: 9...18, using: &random),
                (0..<7).map { _ in numbers.randomElement(using: &random) ?? 0 })
            switch DecoderAnswer(message, UnsafeRawBufferPointer(memory)) {
            case .luma(let width, let height, _): #expect(width * height <= 1000)
            case .frame(let width, let height, let codes, _): #expect(codes >= 0 && width * height + codes <= 1000)
            case .codes(let count, let scale, _): #expect(count <= 1000 && scale >= 1)
            case .failure(let error, _): #expect(error.description.count < 500)
            case .colours(let width, let height): #expect(width * height * 4 <= 1000)
            case .nothing, .outOfMemory, nil: continue
            }
        }
    }

    @Test("Every request comes over as it was")
    func requests() {
        let limits = ImageLimits(bytes: 5, pixels: 6, photoPixels: 7)
        let requests: [DecoderRequest] = [
            .codes(width: 3, height: 4, effort: .live), .codes(width: 3, height: 4, effort: .thorough),
            .file(count: 9, limits: limits), .picture(count: 9, limits: limits),
            .motionJPEG(count: 1, width: 2, height: 3, keepsPixels: true),
            .motionJPEG(count: 1, width: 2, height: 3, keepsPixels: false),
            .colours(count: 9, side: 640, limits: ImageLimits(bytes: 5, pixels: 6)),
        ]
        for request in requests { #expect(DecoderRequest(request.message) == request) }
    }
}
