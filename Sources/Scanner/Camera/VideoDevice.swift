// The cameras of this machine.

internal import CVideo4Linux
internal import Glibc

/// A camera as the system knows it.
public struct VideoDevice: Sendable, Hashable {
    /// The node, for example `/dev/video0`.
    public let path: String
    /// The camera's own name, for example `HD Pro Webcam C920`.
    public let card: String
    /// The kernel's driver, for example `uvcvideo`.
    public let driver: String
    /// The bus address, for example `usb-0000:00:14.0-3`.
    public let bus: String

    init(path: String, card: String, driver: String, bus: String) {
        (self.path, self.card, self.driver, self.bus) = (path, card, driver, bus)
    }

    private init(path: String, _ device: dc_device) {
        func text(_ characters: some Any) -> String {
            withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        self.init(path: path, card: text(device.card), driver: text(device.driver), bus: text(device.bus))
    }

    /// Lists the nodes that capture video, without the metadata nodes of webcams.
    ///
    /// - Returns: The cameras by number, including those in use; empty if there are none.
    /// - Throws: ``CameraError/noPermission(path:)`` if there are nodes but this user may open none of them.
    public static func list() throws(CameraError) -> [VideoDevice] {
        let names = (try? FolderNames(of: "/dev"))?.names ?? []
        let numbers = names.filter { $0.hasPrefix("video") }.compactMap { Int($0.dropFirst(5)) }.sorted()
        var (devices, refusal): ([VideoDevice], CameraError?) = ([], nil)
        for path in numbers.map({ "/dev/video\($0)" }) {
            var device = dc_device()
            let result = dc_query_path(path, &device)
            if result == -EACCES { refusal = .noPermission(path: path) }
            if result >= 0, device.captures { devices.append(VideoDevice(path: path, device)) }
        }
        if devices.isEmpty, let refusal { throw refusal }
        return devices
    }

    /// Lists the modes that a camera supports.
    ///
    /// - Parameter path: The camera's node.
    /// - Returns: Every format with every size and its rates, in the driver's order; if no format is supported, those
    ///   that libv4l2 converts to instead.
    /// - Throws: ``CameraError``.
    public static func modes(of path: String) throws(CameraError) -> [VideoMode] {
        try OpenCamera.usable(path: path).modes()
    }
}
