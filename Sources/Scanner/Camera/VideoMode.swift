// The modes of a camera, and the choice among them.

/// A format, a size and the frame rates that a camera supports for them.
public struct VideoMode: Sendable, Hashable {
    /// The V4L2 code of the format, which may be unsupported.
    public var format: FourCC
    /// In pixels; a single value if the camera lists discrete sizes, a range if it scales.
    public var widths: ClosedRange<Int>
    /// In pixels, like ``widths``.
    public var heights: ClosedRange<Int>
    /// Frames per second; empty if the camera does not report them.
    public var rates: [ClosedRange<Double>]

    /// Creates a mode.
    ///
    /// - Parameters:
    ///   - format: The V4L2 code of the format.
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

    /// Returns the best setting for a door: the size has priority, then the rate, then the format that is cheapest to
    /// read.
    ///
    /// Motion JPEG is therefore chosen only if the uncompressed formats do not reach the rate over the cable.
    ///
    /// - Parameters:
    ///   - modes: The camera's modes.
    ///   - request: The requested format.
    /// - Returns: The setting closest to the request; nil if no format is supported.
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
    /// The shortfall of this setting, most important part first.
    fileprivate func cost(_ request: VideoRequest) -> (Int, Double, Int) {
        (
            abs(width * height - request.width * request.height) + abs(width - request.width),
            // Cameras report 29.97 for 30, so a tenth of a frame is ignored.
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
