// The health check of the memory.

import FoundationEssentials

/// Checks whether there is room for the daemon and a browser.
struct MemoryHealthCheck: HealthCheck {
    /// In megabytes: the daemon needs a tenth of it, a browser that shows the display the rest.
    private static let enough = 300

    func findings() async -> [HealthCheckResult] {
        guard let megabytes = Self.available else { return [] }
        guard megabytes >= Self.enough else {
            return [
                .warning(
                    "memory", "\(megabytes) MB are free",
                    do: "close other programs; a door and a browser for its display need about \(Self.enough) MB"
                )
            ]
        }
        return [.ok("memory", "\(megabytes) MB are free")]
    }

    /// The megabytes available to programs, as estimated by the kernel (proc(5)).
    private static var available: Int? {
        guard let text = try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("MemAvailable:") }),
            let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return kilobytes / 1024
    }
}
