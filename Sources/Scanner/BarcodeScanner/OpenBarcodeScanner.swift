// The file descriptor of a barcode scanner.

internal import CInput
internal import Glibc

/// Owns an open input device.
final class OpenBarcodeScanner {
    let path: String
    let name: String
    private let descriptor: Int32
    private var decoder = KeyDecoder()
    /// The start of an event whose remaining bytes have not arrived.
    private var rest: [UInt8] = []

    /// Opens a device.
    ///
    /// - Parameter path: The device.
    /// - Throws: ``BarcodeScannerError``.
    init(path: String) throws(BarcodeScannerError) {
        let descriptor = dc_input_open(path)
        guard descriptor >= 0 else { throw BarcodeScannerError(-descriptor, path: path) }
        var description = dc_input()
        let result = dc_input_describe(descriptor, &description)
        guard result >= 0, description.types else {
            close(descriptor)
            throw result < 0 ? BarcodeScannerError(-result, path: path) : .notAScanner(path: path)
        }
        let name = withUnsafeBytes(of: description.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        (self.path, self.name, self.descriptor) = (path, name, descriptor)
    }

    /// Reads a recorded stream of events.
    ///
    /// - Parameter descriptor: The stream's descriptor; closed by this object.
    init(reading descriptor: Int32) {
        (path, name, self.descriptor) = ("recording", "recording", descriptor)
    }

    deinit { close(descriptor) }

    /// Grabs the device for exclusive use, so its input does not reach a terminal or a browser.
    ///
    /// - Throws: ``BarcodeScannerError/busy(path:)``, and others.
    func grab() throws(BarcodeScannerError) {
        let result = dc_input_grab(descriptor)
        guard result >= 0 else { throw BarcodeScannerError(-result, path: path) }
    }

    /// Reads the results that arrive within a time limit.
    ///
    /// - Parameter milliseconds: The longest time to wait.
    /// - Returns: The results since the last call, in order; usually none.
    /// - Throws: ``BarcodeScannerError/unplugged(path:)``, also at the end of a recording; and others.
    func read(withinMilliseconds milliseconds: Int32) throws(BarcodeScannerError) -> [KeyDecoder.Result] {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, milliseconds) > 0 else { return [] }
        let size = MemoryLayout<input_event>.size
        var buffer = [UInt8](repeating: 0, count: 64 * size)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return [] }
            throw count == 0 ? .unplugged(path: path) : BarcodeScannerError(errno, path: path)
        }
        rest += buffer.prefix(count)
        let whole = rest.count / size * size
        defer { rest.removeFirst(whole) }
        return rest.withUnsafeBytes { bytes in
            stride(from: 0, to: whole, by: size).flatMap { offset in
                decoder.take(bytes.loadUnaligned(fromByteOffset: offset, as: input_event.self))
            }
        }
    }
}
