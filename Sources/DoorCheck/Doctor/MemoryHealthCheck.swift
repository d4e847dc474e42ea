// The doctor looks at the memory.

import FoundationEssentials

/// Whether there is room for the daemon and a browser.
struct MemoryHealthCheck: HealthCheck {
    /// The daemon takes a tenth of it, a browser that shows the display the rest.
    private static let enough = 300

    func findings() async -> [HealthCheckResult] {
        guard let megabytes = Self.available else { return [] }
        guard megabytes >= Self.enough else {
            return [
                .warning(
                    "memory", "\(megabytes) MB are free",
                    do: "end other programs; a door and a browser for its display take about \(Self.enough) MB"
                )
            ]
        }
        return [.ok("memory", "\(megabytes) MB are free")]
    }

    /// Megabytes that programs can still have, as the kernel estimates it (proc(5)).
    private static var available: Int? {
        guard let text = try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("MemAvailable:") }),
            let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return kilobytes / 1024
    }
}
