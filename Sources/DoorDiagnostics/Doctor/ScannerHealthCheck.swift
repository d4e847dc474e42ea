// The health check of the barcode scanner.

import Glibc
import Scanner

/// Checks whether the configured barcode scanner is connected and readable.
struct ScannerHealthCheck: HealthCheck {
    /// A device, or `auto`; `nil` for none.
    let wanted: String?

    func findings() async -> [HealthCheckResult] {
        guard let wanted else { return [] }
        do {
            let devices = try BarcodeScannerDevice.list()
            let found = devices.first {
                wanted == "auto" ? $0.looksLikeScanner : Self.node($0.path) == Self.node(wanted)
            }
            guard let found else {
                return [
                    .failure(
                        "scanner",
                        wanted == "auto"
                            ? "no device identifies as a barcode scanner" : "there is no barcode scanner \(wanted)",
                        do: "plug it in; `doorcheck scanner list` shows the devices for `scanner.device`"
                    )
                ]
            }
            return [.ok("scanner", "\(found.name), \(found.path)")]
        } catch {
            return [.failure("scanner", error)]
        }
    }

    /// Resolves a stable name below `/dev/input/by-id`.
    private static func node(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
