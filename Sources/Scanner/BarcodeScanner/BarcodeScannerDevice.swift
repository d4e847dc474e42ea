// The devices of this machine that type.

internal import CInput
internal import Glibc

/// A device with the keys to type a code: a barcode scanner, or a keyboard.
public struct BarcodeScannerDevice: Sendable, Hashable {
    /// Its node, or a name that stays the same when it is plugged in again, where there is one.
    public let path: String
    /// What it calls itself.
    public let name: String

    /// Whether it calls itself a scanner; nothing else tells one from a keyboard.
    public var looksLikeScanner: Bool {
        let name = name.lowercased()
        return Self.words.contains { name.contains($0) }
    }

    /// Words and makers in the names of scanners.
    private static let words = [
        "scan", "barcode", "bar code", "qr", "imager", "symbol", "honeywell", "metrologic", "datalogic", "zebra",
        "newland", "newtologic", "opticon", "netum", "inateck", "tera ",
    ]

    /// - Parameters:
    ///   - path: Its node.
    ///   - name: What it calls itself.
    public init(path: String, name: String) {
        (self.path, self.name) = (path, name)
    }

    /// Lists the devices that type, those of other programs included.
    ///
    /// - Returns: The devices by number; empty where there is none.
    /// - Throws: ``BarcodeScannerError/noPermission(path:)`` where there are devices, but none that this user may open.
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

    /// The links of `/dev/input/by-id` by the node they lead to.
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
