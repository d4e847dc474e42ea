// Reading many pictures on many cores, in the order of their names on the command line.

import DoorOutput
import Organising
import QRReader
import Scanner

/// Reads pictures on several workers concurrently and delivers the results in order.
struct PictureBatch: Sendable {
    let pictures: [PicturePlace]
    /// The number of other files found that may be pictures of an unsupported kind.
    var unread = 0
    /// The number of other files found that are not pictures.
    var passedOver = 0
    let workers: Int
    let limits: ImageLimits
    /// Where to decode pictures.
    let decoding: DecoderLocation

    /// The number of pictures a worker takes at a time: enough to share one decoder, but few enough to show progress
    /// and to keep every worker busy if there are few pictures.
    private var portion: Int { min(max(pictures.count / (4 * workers), 1), 8) }

    /// Reads the pictures and hands over their codes as they are.
    func read(_ handle: (PictureReadings<DetectedCode>) async throws -> Void) async throws {
        try await read({ $0 }, handle)
    }

    /// - Parameters:
    ///   - examine: Called by the workers for each code, in any order.
    ///   - handle: Called once per picture, in order, while later pictures are being read. At most `4 * workers`
    ///     portions are read ahead, regardless of the number of pictures.
    /// - Throws: Rethrows errors of `handle`; throws the decoder's error if it cannot be created.
    func read<Code: Sendable>(
        _ examine: @escaping @Sendable (DetectedCode) -> Code,
        _ handle: (PictureReadings<Code>) async throws -> Void
    ) async throws {
        let portions = Array(stride(from: 0, to: pictures.count, by: portion))
        try await withThrowingTaskGroup(of: Portion<Code>.self) { group in
            var started = 0
            var handled = 0
            var early: [Int: [PictureReadings<Code>]] = [:]
            // A second look decodes more pixels of a picture within the same limits.
            var idle = (0..<workers).map { _ in PictureDecoder(decoding, limits: limits) }
            func startMore() {
                while started < min(portions.count, handled + 4 * workers), let decoder = idle.popLast() {
                    let number = started
                    group.addTask {
                        let readings = try await read(portion: portions[number], with: decoder)
                        return Portion(number: number, decoder, readings.map { $0.map(examine) })
                    }
                    started += 1
                }
            }
            startMore()
            while let portion = try await group.next() {
                // Before its pictures are handled, so that no worker waits for that.
                idle.append(portion.decoder)
                startMore()
                early[portion.number] = portion.readings
                while let next = early.removeValue(forKey: handled) {
                    for picture in next { try await handle(picture) }
                    handled += 1
                }
                startMore()
            }
            for decoder in idle { await decoder.end() }
        }
    }

    /// A worker's results and the decoder it used.
    private struct Portion<Code: Sendable> {
        let number: Int
        let decoder: PictureDecoder
        let readings: [PictureReadings<Code>]

        init(number: Int, _ decoder: PictureDecoder, _ readings: [PictureReadings<Code>]) {
            (self.number, self.decoder, self.readings) = (number, decoder, readings)
        }
    }

    private func read(portion first: Int, with decoder: PictureDecoder) async throws -> [PictureReadings<DetectedCode>]
    {
        var readings: [PictureReadings<DetectedCode>] = []
        for place in pictures[first..<min(first + portion, pictures.count)] {
            readings.append(try await Self.read(place, with: decoder, limits: limits))
        }
        return readings
    }

    private static func read(
        _ place: PicturePlace,
        with decoder: PictureDecoder,
        limits: ImageLimits
    ) async throws -> PictureReadings<DetectedCode> {
        switch place {
        case .file(let path): return try await read(path, named: path, with: decoder, limits: limits)
        case .entry(let zip, let number, let name):
            do {
                let file = try await zip.unpack(number)
                return try await read(file.path, named: name, with: decoder, limits: limits)
            } catch let error as PictureZipError {
                return PictureReadings(path: name, codes: .failure(.zip(error)), decoding: .zero, total: .zero)
            } catch let error as FileError {
                return PictureReadings(path: name, codes: .failure(.storage(error)), decoding: .zero, total: .zero)
            }
        }
    }

    /// Reads a picture, and reads it again at a higher resolution if a reduced picture yields no code: the modules
    /// may be too small.
    private static func read(
        _ path: String,
        named name: String,
        with decoder: PictureDecoder,
        limits: ImageLimits
    ) async throws -> PictureReadings<DetectedCode> {
        let (first, scale) = try await look(at: path, named: name, with: decoder, limits: limits)
        guard scale > 1, case .success(let codes) = first.codes, codes.isEmpty else { return first }
        // Halves the picture once less instead of not at all, so that memory stays bounded.
        let closer = ImageLimits(bytes: limits.bytes, pixels: limits.pixels, photoPixels: 4 * limits.photoPixels)
        let second = try await look(at: path, named: name, with: decoder, limits: closer).readings
        return PictureReadings(
            path: name, codes: second.codes, decoding: first.decoding + second.decoding,
            total: first.total + second.total)
    }

    private static func look(
        at path: String,
        named name: String,
        with decoder: PictureDecoder,
        limits: ImageLimits
    ) async throws -> (readings: PictureReadings<DetectedCode>, scale: Double) {
        let clock = ContinuousClock()
        let start = clock.now
        do {
            let found = try await decoder.codes(inFile: path, limits: limits)
            let readings = PictureReadings(
                path: name, codes: .success(found.codes), decoding: found.decoding, total: clock.now - start)
            return (readings, found.scale)
        } catch let error as ImageFileError {
            let total = clock.now - start
            return (PictureReadings(path: name, codes: .failure(.picture(error)), decoding: .zero, total: total), 1)
        }
    }
}
