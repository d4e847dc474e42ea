// A streaming camera: its buffers and frames.

internal import CVideo4Linux
internal import Glibc
internal import QRReader

/// Owns a streaming camera and the buffers that the driver fills; confined to the camera's thread.
///
/// It is a class so that the buffers are released exactly once, however the stream ends.
final class VideoStream {
    let setting: VideoSetting
    /// The parts of the request's tuning that the camera could not apply.
    let gaps: [CameraTuningGap]
    private let camera: OpenCamera
    private let bytesPerRow: Int
    private var buffers: [UnsafeMutableRawBufferPointer] = []

    /// Four: one with the reader, one being filled, and two so that a late reader loses no frame.
    private static let bufferCount: UInt32 = 4

    /// Opens a camera, applies the setting closest to the request, and starts streaming.
    ///
    /// - Parameters:
    ///   - path: The camera's node.
    ///   - request: The requested format.
    /// - Throws: ``CameraError``.
    init(path: String, request: VideoRequest) throws(CameraError) {
        let camera = try OpenCamera.usable(path: path)
        let modes = try camera.modes()
        guard let wanted = VideoMode.best(of: modes, for: request) else {
            throw .noUsableFormat(path: path, offered: Set(modes.map(\.format)).sorted { "\($0)" < "\($1)" })
        }
        (setting, bytesPerRow) = try Self.set(camera, to: wanted)
        gaps = camera.apply(request.tuning)
        self.camera = camera
        try start()
    }

    deinit {
        // An error means that the camera is gone, and there is nothing left to stop.
        _ = try? camera.perform("stop the stream") { dc_stream($0, false) }
        for buffer in buffers { dc_unmap(buffer.baseAddress, buffer.count) }
    }

    private static func set(
        _ camera: borrowing OpenCamera, to wanted: VideoSetting
    ) throws(CameraError) -> (VideoSetting, bytesPerRow: Int) {
        var format = dc_format()
        format.width = UInt32(wanted.width)
        format.height = UInt32(wanted.height)
        format.pixel_format = wanted.format.fourCC.rawValue
        try camera.perform("set its format") { dc_set_format($0, &format) }
        guard let chosen = PixelFormat(FourCC(rawValue: format.pixel_format)), format.width > 0, format.height > 0
        else { throw .noUsableFormat(path: camera.path, offered: [FourCC(rawValue: format.pixel_format)]) }
        var rate = UInt32(wanted.framesPerSecond * 1000)
        // Not every driver supports setting the rate; it then keeps its own.
        _ = try? camera.perform("set its rate") { dc_set_rate($0, &rate) }
        let setting = VideoSetting(
            format: chosen, width: Int(format.width), height: Int(format.height),
            framesPerSecond: Double(rate) / 1000)
        return (setting, Int(format.bytes_per_line))
    }

    private func start() throws(CameraError) {
        var count = Self.bufferCount
        try camera.perform("reserve buffers") { dc_request_buffers($0, &count) }
        for index in 0..<count {
            var (address, length) = (UnsafeMutableRawPointer?.none, 0)
            try camera.perform("map a buffer") { dc_map($0, index, &address, &length) }
            buffers.append(UnsafeMutableRawBufferPointer(start: address, count: length))
            try camera.perform("queue a buffer") { dc_enqueue($0, index) }
        }
        try camera.perform("start the stream") { dc_stream($0, true) }
    }

    /// Waits for a frame and returns the newest one; older ones are dropped unread.
    ///
    /// - Parameter milliseconds: The longest time to wait.
    /// - Returns: The frame; nil if no frame arrived in time, or only one that is too short or marked as corrupt.
    /// - Throws: ``CameraError``; the stream is unusable afterwards.
    func frame(withinMilliseconds milliseconds: Int32) throws(CameraError) -> CapturedFrame? {
        guard var found = try newest(withinMilliseconds: milliseconds) else { return nil }
        if found.taken >= buffers.count - 1 {
            // The driver had no free buffer for later frames, so even the newest may show a guest who has long gone.
            try enqueue(found.buffer)
            guard let fresh = try newest(withinMilliseconds: milliseconds) else { return nil }
            found = fresh
        }
        let frame = frame(in: found.buffer)
        try enqueue(found.buffer)
        return frame
    }

    private func newest(
        withinMilliseconds milliseconds: Int32
    ) throws(CameraError) -> (buffer: dc_buffer, taken: Int)? {
        guard try camera.perform("wait for a picture", { dc_wait($0, milliseconds) }) > 0,
            var newest = try dequeue()
        else { return nil }
        var taken = 1
        while let newer = try dequeue() {
            try enqueue(newest)
            (newest, taken) = (newer, taken + 1)
        }
        return (newest, taken)
    }

    private func dequeue() throws(CameraError) -> dc_buffer? {
        var buffer = dc_buffer()
        // Do not retry on EIO: after a fatal queue error, it is returned immediately every time.
        let result = try camera.perform("give a picture") {
            let result = dc_dequeue($0, &buffer)
            return result == -EAGAIN ? 1 : result
        }
        return result == 0 ? buffer : nil
    }

    private func enqueue(_ buffer: dc_buffer) throws(CameraError) {
        try camera.perform("queue a buffer") { dc_enqueue($0, buffer.index) }
    }

    private func frame(in buffer: dc_buffer) -> CapturedFrame? {
        guard !buffer.damaged, Int(buffer.index) < buffers.count else { return nil }
        let memory = buffers[Int(buffer.index)]
        let bytes = UnsafeRawBufferPointer(rebasing: memory.prefix(Int(buffer.bytes_used)))
        return content(of: bytes).map {
            CapturedFrame(
                $0, instant: ContinuousClock.now - .nanoseconds(buffer.age_nanoseconds), sequence: buffer.sequence)
        }
    }

    private func content(of bytes: UnsafeRawBufferPointer) -> CapturedFrame.Content? {
        let (width, height) = (setting.width, setting.height)
        guard setting.format != .mjpeg else {
            return bytes.isEmpty ? nil : .motionJPEG(Array(bytes), width: width, height: height)
        }
        let luma = bytes.withMemoryRebound(to: UInt8.self) {
            setting.format.luma(
                of: Span(_unsafeElements: $0), width: width, height: height, bytesPerRow: bytesPerRow)
        }
        return luma.map { .luma(Frame(width: width, height: height, luma: $0)) }
    }
}
