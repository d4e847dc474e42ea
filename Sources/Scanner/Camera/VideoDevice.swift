// The cameras of this machine.

internal import CVideo4Linux
internal import Glibc

/// A camera as the system knows it.
public struct VideoDevice: Sendable, Hashable {
    /// Its node, for example `/dev/video0`.
    public let path: String
    /// What it calls itself, for example `HD Pro Webcam C920`.
    public let card: String
    /// The kernel's driver, for example `uvcvideo`.
    public let driver: String
    /// Where it is plugged in, for example `usb-0000:00:14.0-3`.
    public let bus: String

    init(path: String, _ device: dc_device) {
        func text(_ characters: some Any) -> String {
            withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        self.path = path
        self.card = text(device.card)
        self.driver = text(device.driver)
        self.bus = text(device.bus)
    }

    /// Lists the nodes that capture video; a webcam's other node, for metadata, is none of them.
    ///
    /// - Returns: The cameras by number, those in use included; empty where there is none.
    /// - Throws: ``CameraError/noPermission(path:)`` where there are nodes, but none that this user may open.
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

    /// Lists what a camera can give.
    ///
    /// - Parameter path: The camera's node.
    /// - Returns: Every format with every size and its rates, in the driver's order; where no format is one that is
    ///   read, what libv4l2 converts to instead.
    /// - Throws: ``CameraError``.
    public static func modes(of path: String) throws(CameraError) -> [VideoMode] {
        try OpenCamera.usable(path: path).modes()
    }
}
