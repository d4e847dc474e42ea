// What a camera can give, and which of it suits best.

/// A format, a size and the rates at which a camera gives it.
public struct VideoMode: Sendable, Hashable {
    /// The camera's name for the format, which may be one that is not read.
    public var format: FourCC
    /// In pixels; one value where the camera has a list of sizes, a range where it scales.
    public var widths: ClosedRange<Int>
    /// In pixels, as ``widths``.
    public var heights: ClosedRange<Int>
    /// Frames per second; empty where the camera does not say.
    public var rates: [ClosedRange<Double>]

    /// - Parameters:
    ///   - format: The camera's name for the format.
    ///   - widths: In pixels.
    ///   - heights: In pixels.
    ///   - rates: Frames per second.
    public init(
        format: FourCC,
        widths: ClosedRange<Int>,
        heights: ClosedRange<Int>,
        rates: [ClosedRange<Double>]
    ) {
        self.format = format
        self.widths = widths
        self.heights = heights
        self.rates = rates
    }

    /// Chooses for a door: the size comes first, then the rate, then the format that costs least to read.
    ///
    /// So Motion JPEG is chosen where the uncompressed formats do not reach the rate over the cable, and only there.
    ///
    /// - Parameters:
    ///   - modes: What the camera can do.
    ///   - request: What is wanted.
    /// - Returns: The setting closest to the request; nil where no format is one that is read.
    static func best(of modes: [VideoMode], for request: VideoRequest) -> VideoSetting? {
        modes.compactMap { $0.closest(to: request) }.min { $0.cost(request) < $1.cost(request) }
    }

    private func closest(to request: VideoRequest) -> VideoSetting? {
        guard let format = PixelFormat(format) else { return nil }
        let possible = rates.map { request.framesPerSecond.clamped(to: $0) }
        return VideoSetting(
            format: format,
            width: request.width.clamped(to: widths),
            height: request.height.clamped(to: heights),
            framesPerSecond: possible.min { abs($0 - request.framesPerSecond) < abs($1 - request.framesPerSecond) }
                ?? request.framesPerSecond
        )
    }
}

extension VideoSetting {
    /// What is given up by this setting, most important first.
    fileprivate func cost(_ request: VideoRequest) -> (Int, Double, Int) {
        (
            abs(width * height - request.width * request.height) + abs(width - request.width),
            // Cameras give 29.97 for 30; a tenth of a frame is no difference.
            max(0, (request.framesPerSecond - framesPerSecond - 0.1).rounded(.up)),
            PixelFormat.allCases.firstIndex(of: format) ?? .max
        )
    }
}

extension Comparable {
    fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
