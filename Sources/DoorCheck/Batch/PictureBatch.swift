// Many pictures on many cores, in the order in which they were named.

import Scanner

/// Reads pictures on several workers at once and hands on what they found in order.
struct PictureBatch: Sendable {
    let paths: [String]
    let workers: Int
    let limits: ImageLimits

    /// Pictures that a worker takes at a time: enough to share one decoder, few enough to show progress and to have
    /// work for every worker when there are few pictures.
    private var portion: Int { min(max(paths.count / (4 * workers), 1), 8) }

    /// - Parameter handle: Called once per picture, in order, while later pictures are being read. At most
    ///   `4 * workers` portions are ahead of it, however many pictures there are.
    /// - Throws: What `handle` throws, or the decoder when it cannot be made.
    func read(_ handle: (PictureReadings) async throws -> Void) async throws {
        let portions = Array(stride(from: 0, to: paths.count, by: portion))
        try await withThrowingTaskGroup(of: (Int, [PictureReadings]).self) { group in
            var started = 0
            var handled = 0
            var early: [Int: [PictureReadings]] = [:]
            func startMore() {
                while started - handled - early.count < workers, started < min(portions.count, handled + 4 * workers) {
                    let number = started
                    group.addTask { (number, try read(portion: portions[number])) }
                    started += 1
                }
            }
            startMore()
            while let (number, readings) = try await group.next() {
                early[number] = readings
                while let next = early.removeValue(forKey: handled) {
                    for picture in next { try await handle(picture) }
                    handled += 1
                }
                startMore()
            }
        }
    }

    private func read(portion first: Int) throws -> [PictureReadings] {
        var decoder = try QRDecoder()
        var readings: [PictureReadings] = []
        for path in paths[first..<min(first + portion, paths.count)] {
            readings.append(try Self.read(path, with: &decoder, limits: limits))
        }
        return readings
    }

    /// Looks again, and closer, where a reduced picture gave no code: its modules may be too small.
    private static func read(
        _ path: String,
        with decoder: inout QRDecoder,
        limits: ImageLimits
    ) throws -> PictureReadings {
        let (first, scale) = try look(at: path, with: &decoder, limits: limits)
        guard scale > 1, case .success(let codes) = first.codes, codes.isEmpty else { return first }
        // One halving less, not none: memory stays bounded.
        let closer = ImageLimits(bytes: limits.bytes, pixels: limits.pixels, photoPixels: 4 * limits.photoPixels)
        let second = try look(at: path, with: &decoder, limits: closer).readings
        return PictureReadings(
            path: path, codes: second.codes, decoding: first.decoding + second.decoding,
            total: first.total + second.total)
    }

    private static func look(
        at path: String,
        with decoder: inout QRDecoder,
        limits: ImageLimits
    ) throws -> (readings: PictureReadings, scale: Double) {
        let clock = ContinuousClock()
        let start = clock.now
        let pages: [Picture]
        do throws(ImageFileError) {
            pages = try ImageFile.loadAll(path: path, limits: limits)
        } catch {
            return (PictureReadings(path: path, codes: .failure(error), decoding: .zero, total: clock.now - start), 1)
        }
        let loaded = clock.now
        var codes: [CodeReading] = []
        for page in pages {
            codes += try decoder.decode(page.frame, effort: .thorough).map { code in
                CodeReading(bytes: code.bytes, corners: code.corners.map(page.inFile))
            }
        }
        let end = clock.now
        let readings = PictureReadings(path: path, codes: .success(codes), decoding: end - loaded, total: end - start)
        return (readings, pages.map(\.scale).max() ?? 1)
    }
}
