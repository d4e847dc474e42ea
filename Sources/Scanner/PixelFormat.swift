// The layouts in which cameras give pictures, and how to get the brightness out of them.

internal import CVideo4Linux

/// A camera's pixel layout of which the brightness is read.
public enum PixelFormat: Sendable, CaseIterable {
    // In the order of preference: the first three need no decoding; YU12 is what libv4l2 converts other formats to.
    case grey, yuyv, nv12, mjpeg, yu12

    /// The name the camera knows it by.
    public var fourCC: FourCC {
        switch self {
        case .grey: FourCC(rawValue: DC_GREY.rawValue)
        case .yuyv: FourCC(rawValue: DC_YUYV.rawValue)
        case .nv12: FourCC(rawValue: DC_NV12.rawValue)
        case .mjpeg: FourCC(rawValue: DC_MJPEG.rawValue)
        case .yu12: FourCC(rawValue: DC_YU12.rawValue)
        }
    }

    /// - Parameter fourCC: A camera's name for a format.
    public init?(_ fourCC: FourCC) {
        guard let format = Self.allCases.first(where: { $0.fourCC == fourCC }) else { return nil }
        self = format
    }

    /// The distance of two pixels' luma in a row, in bytes.
    private var step: Int { self == .yuyv ? 2 : 1 }

    /// Takes the brightness out of an uncompressed frame.
    ///
    /// - Parameters:
    ///   - bytes: The frame; what follows the luma, such as chroma, is ignored.
    ///   - width: Pixels per row.
    ///   - height: Rows.
    ///   - bytesPerRow: From one row's start to the next; 0 for no padding.
    /// - Returns: `width * height` values; nil where `bytes` is too short for them, and for Motion JPEG.
    func luma(of bytes: Span<UInt8>, width: Int, height: Int, bytesPerRow: Int) -> [UInt8]? {
        let (step, used) = (step, width * step)
        let perRow = max(bytesPerRow, used)
        guard self != .mjpeg, width > 0, height > 0, bytes.count >= perRow * (height - 1) + used else { return nil }
        var luma = [UInt8](repeating: 0, count: width * height)
        var target = luma.mutableSpan
        for y in 0..<height {
            // Both rows' bounds are checked here, once, so that the loop over their pixels is vectorised.
            let row = bytes.extracting(y * perRow..<y * perRow + used)
            var out = target._mutatingExtracting(y * width..<(y + 1) * width)
            for x in 0..<width { out[unchecked: x] = row[unchecked: x &* step] }
        }
        return luma
    }
}
