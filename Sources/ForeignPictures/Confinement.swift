// What this process may use, whatever a file makes its libraries do.

import Glibc

/// Limits that the kernel keeps.
enum Confinement {
    /// The libraries alone, before a file is read, take a quarter of it.
    private static let baseBytes = 1 << 30
    /// Twice what a TIFF of so many pixels takes while it is converted.
    private static let bytesPerPixel = 12

    /// - Parameters:
    ///   - pixels: The largest picture that is to be read.
    ///   - seconds: How long it may work.
    static func enter(pixels: Int, seconds: UInt) {
        limit(RLIMIT_CORE, to: 0)
        limit(RLIMIT_CPU, to: rlim_t(seconds))
        limit(RLIMIT_AS, to: rlim_t(baseBytes + bytesPerPixel * min(pixels, 1 << 32)))
        limit(RLIMIT_FSIZE, to: 0)
    }

    private static func limit(_ resource: __rlimit_resource, to value: rlim_t) {
        var limit = rlimit(rlim_cur: value, rlim_max: value)
        guard setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { exit(71) }
    }
}
