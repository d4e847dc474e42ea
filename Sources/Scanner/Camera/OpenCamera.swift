// A camera's file descriptor and the queries before streaming starts.

internal import CVideo4Linux
internal import Glibc

/// Owns an open V4L2 descriptor; every call blocks as long as the driver does.
struct OpenCamera: ~Copyable {
    let path: String
    private let descriptor: Int32

    /// Opens a camera with its native formats or, if none of them is supported, with the formats that libv4l2
    /// converts to.
    static func usable(path: String) throws(CameraError) -> OpenCamera {
        let camera = try OpenCamera(path: path, converts: false)
        if try camera.modes().contains(where: { PixelFormat($0.format) != nil }) { return camera }
        return try OpenCamera(path: path, converts: true)
    }

    /// Opens a camera with its native formats and controls.
    static func unconverted(path: String) throws(CameraError) -> OpenCamera {
        try OpenCamera(path: path, converts: false)
    }

    private init(path: String, converts: Bool) throws(CameraError) {
        // libv4l2 opens any file, so query the node first.
        var device = dc_device()
        let answer = dc_query_path(path, &device)
        guard answer >= 0 else { throw CameraError(opening: -answer, path: path) }
        guard device.captures, device.streams else { throw .notACamera(path: path) }
        let descriptor = dc_open(path, converts)
        guard descriptor >= 0 else { throw CameraError(opening: -descriptor, path: path) }
        self.path = path
        self.descriptor = descriptor
    }

    deinit { dc_close(descriptor) }

    /// Performs a call on the descriptor.
    ///
    /// - Parameters:
    ///   - step: The purpose of the call, for the error message.
    ///   - call: Receives the descriptor and returns 0 or more, or -errno.
    /// - Returns: The result of `call`.
    /// - Throws: The ``CameraError`` for the errno.
    @discardableResult
    func perform(_ step: String, _ call: (Int32) -> Int32) throws(CameraError) -> Int32 {
        let result = call(descriptor)
        guard result >= 0 else { throw CameraError(-result, step: step, path: path) }
        return result
    }

    /// Performs a call whose failure is not an error to report.
    ///
    /// - Returns: The result of `call`.
    func step(_ call: (Int32) -> Int32) -> Int32 { call(descriptor) }

    func modes() throws(CameraError) -> [VideoMode] {
        var (modes, format) = ([VideoMode](), UInt32(0))
        for index in 0..<Self.longestList {
            let result = dc_format_at(descriptor, index, &format)
            if result == -EINVAL { break }
            try perform("list its formats") { _ in result }
            modes += sizes(of: format).map { size in
                VideoMode(
                    format: FourCC(rawValue: format),
                    widths: Self.range(size.low_width, size.high_width),
                    heights: Self.range(size.low_height, size.high_height),
                    rates: rates(of: format, width: size.high_width, height: size.high_height))
            }
        }
        return modes
    }

    /// The maximum length of a list, more than any driver has; guards against a driver that never ends its list.
    static let longestList: UInt32 = 512

    private func sizes(of format: UInt32) -> [dc_range] {
        var (sizes, size) = ([dc_range](), dc_range())
        while sizes.count < Self.longestList, dc_size_at(descriptor, UInt32(sizes.count), format, &size) >= 0 {
            sizes.append(size)
        }
        return sizes
    }

    private func rates(of format: UInt32, width: UInt32, height: UInt32) -> [ClosedRange<Double>] {
        var rates: [ClosedRange<Double>] = []
        var (low, high) = (UInt32(0), UInt32(0))
        while rates.count < Self.longestList,
            dc_rate_at(descriptor, UInt32(rates.count), format, width, height, &low, &high) >= 0
        {
            rates.append(Double(min(low, high)) / 1000...Double(max(low, high)) / 1000)
        }
        return rates
    }

    private static func range(_ low: UInt32, _ high: UInt32) -> ClosedRange<Int> {
        Int(min(low, high))...Int(max(low, high))
    }
}
