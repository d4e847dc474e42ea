// The pixel formats of cameras, and the extraction of luma from them.

internal import CVideo4Linux

/// A camera's pixel format from which luma can be read.
public enum PixelFormat: Sendable, CaseIterable {
    // In order of preference: the first four need no decoding. Deep grey comes after the formats for viewing, since
    // cameras that offer both use deep grey for heat or distance. YU12 is what libv4l2 converts other formats to.
    case grey, yuyv, uyvy, nv12, mjpeg, grey16, grey12, grey10, yu12

    /// The V4L2 code of the format.
    public var fourCC: FourCC {
        switch self {
        case .grey: FourCC(rawValue: DC_GREY.rawValue)
        case .yuyv: FourCC(rawValue: DC_YUYV.rawValue)
        case .uyvy: FourCC(rawValue: DC_UYVY.rawValue)
        case .nv12: FourCC(rawValue: DC_NV12.rawValue)
        case .mjpeg: FourCC(rawValue: DC_MJPEG.rawValue)
        case .grey16: FourCC(rawValue: DC_Y16.rawValue)
        case .grey12: FourCC(rawValue: DC_Y12.rawValue)
        case .grey10: FourCC(rawValue: DC_Y10.rawValue)
        case .yu12: FourCC(rawValue: DC_YU12.rawValue)
        }
    }

    /// Creates the format with a V4L2 code; nil if it is not supported.
    ///
    /// - Parameter fourCC: The V4L2 code of a format.
    public init?(_ fourCC: FourCC) {
        guard let format = Self.allCases.first(where: { $0.fourCC == fourCC }) else { return nil }
        self = format
    }

    /// Bytes from one pixel's luma to the next in a row.
    private var step: Int {
        switch self {
        case .yuyv, .uyvy, .grey16, .grey12, .grey10: 2
        case .grey, .nv12, .mjpeg, .yu12: 1
        }
    }

    /// The number of luma bits in a pixel's two bytes; nil if luma is one byte.
    private var depth: UInt16? {
        switch self {
        case .grey16: 16
        case .grey12: 12
        case .grey10: 10
        case .grey, .yuyv, .uyvy, .nv12, .mjpeg, .yu12: nil
        }
    }

    /// Extracts the luma from an uncompressed frame.
    ///
    /// - Parameters:
    ///   - bytes: The frame; data after the luma, such as chroma, is ignored.
    ///   - width: Pixels per row.
    ///   - height: Rows.
    ///   - bytesPerRow: Bytes from the start of one row to the next; 0 for no padding.
    /// - Returns: `width * height` values; nil if `bytes` is too short, and for Motion JPEG.
    func luma(of bytes: Span<UInt8>, width: Int, height: Int, bytesPerRow: Int) -> [UInt8]? {
        let (step, used) = (step, width * step)
        let perRow = max(bytesPerRow, used)
        guard self != .mjpeg, width > 0, height > 0, bytes.count >= perRow * (height - 1) + used else { return nil }
        var luma = [UInt8](repeating: 0, count: width * height)
        var target = luma.mutableSpan
        for y in 0..<height {
            // Check both rows' bounds once, here, so the loop over their pixels is vectorised.
            let row = bytes.extracting(y * perRow..<y * perRow + used)
            var out = target._mutatingExtracting(y * width..<(y + 1) * width)
            if let depth {
                for x in 0..<width {
                    let value = UInt16(row[unchecked: 2 &* x]) | UInt16(row[unchecked: 2 &* x &+ 1]) << 8
                    out[unchecked: x] = UInt8(truncatingIfNeeded: value >> (depth &- 8))
                }
            } else {
                let first = self == .uyvy ? 1 : 0
                for x in 0..<width { out[unchecked: x] = row[unchecked: x &* step &+ first] }
            }
        }
        return luma
    }
}
