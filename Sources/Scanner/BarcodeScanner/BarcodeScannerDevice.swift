// Input devices that can type.

internal import CInput
internal import Glibc

/// A device with the keys to type a code: a barcode scanner or a keyboard.
public struct BarcodeScannerDevice: Sendable, Hashable {
    /// The device node, or a link to it that stays the same when the device is plugged in again, if there is one.
    public let path: String
    /// The device's own name.
    public let name: String

    /// Whether the device's name says that it is a scanner; nothing else distinguishes a scanner from a keyboard.
    public var looksLikeScanner: Bool {
        let name = name.lowercased()
        return Self.words.contains { name.contains($0) }
    }

    /// Words and manufacturers in the names of scanners.
    private static let words = [
        "scan", "barcode", "bar code", "qr", "imager", "symbol", "honeywell", "metrologic", "datalogic", "zebra",
        "newland", "newtologic", "opticon", "netum", "inateck", "tera ",
    ]

    /// Creates a device.
    ///
    /// - Parameters:
    ///   - path: The device node.
    ///   - name: The device's own name.
    public init(path: String, name: String) {
        (self.path, self.name) = (path, name)
    }

    /// Lists the devices that can type, including those in use by other programs.
    ///
    /// - Returns: The devices by number; empty if there are none.
    /// - Throws: ``BarcodeScannerError/noPermission(path:)`` if there are devices but this user may open none of
    ///   them.
    public static func list() throws(BarcodeScannerError) -> [BarcodeScannerDevice] {
        let names = (try? FolderNames(of: "/dev/input"))?.names ?? []
        let numbers = names.filter { $0.hasPrefix("event") }.compactMap { Int($0.dropFirst(5)) }.sorted()
        let stable = stableNames()
        var (devices, refusal): ([BarcodeScannerDevice], BarcodeScannerError?) = ([], nil)
        for node in numbers.map({ "/dev/input/event\($0)" }) {
            do throws(BarcodeScannerError) {
                let device = try OpenBarcodeScanner(path: node)
                devices.append(BarcodeScannerDevice(path: stable[node] ?? node, name: device.name))
            } catch .noPermission {
                refusal = .noPermission(path: node)
            } catch {
                continue
            }
        }
        if let refusal, devices.isEmpty { throw refusal }
        return devices
    }

    /// The links in `/dev/input/by-id`, keyed by the node they point to.
    private static func stableNames() -> [String: String] {
        let folder = "/dev/input/by-id/"
        var names: [String: String] = [:]
        for name in ((try? FolderNames(of: folder))?.names ?? []).sorted() {
            guard let node = realpath(folder + name, nil) else { continue }
            names[String(cString: node)] = folder + name
            free(node)
        }
        return names
    }
}
