// What this process may use, whatever a file makes its libraries do.

import Glibc

/// Limits that the kernel keeps.
enum Confinement {
    /// A page or a photograph takes less than a second.
    private static let seconds: rlim_t = 20
    /// The libraries alone, before a file is read, take a quarter of it.
    private static let baseBytes = 1 << 30
    /// Twice what a TIFF of so many pixels takes while it is converted.
    private static let bytesPerPixel = 12

    /// - Parameter pixels: The largest picture that is to be read.
    static func enter(pixels: Int) {
        limit(RLIMIT_CORE, to: 0)
        limit(RLIMIT_CPU, to: seconds)
        limit(RLIMIT_AS, to: rlim_t(baseBytes + bytesPerPixel * min(pixels, 1 << 32)))
        limit(RLIMIT_FSIZE, to: 0)
    }

    private static func limit(_ resource: __rlimit_resource, to value: rlim_t) {
        var limit = rlimit(rlim_cur: value, rlim_max: value)
        guard setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { exit(71) }
    }
}
