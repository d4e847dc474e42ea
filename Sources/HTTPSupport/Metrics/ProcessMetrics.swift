// What Prometheus' own libraries report of every process.

import Glibc

/// The metrics of this process, with their usual names.
///
/// - SeeAlso: prometheus.io/docs/instrumenting/writing_clientlibs, "Process metrics"
package enum ProcessMetrics {
    /// Reads them from the kernel. Blocks its thread briefly.
    ///
    /// - Parameter start: When the process began, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Returns: The metrics; none for a value that the kernel does not tell.
    package static func families(start: Int64) -> [MetricFamily] {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        var files = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        let families = [
            MetricFamily(
                standard: "process_start_time_seconds", .gauge, "When the process began, since 1970 in UTC.",
                Double(start) / 1000),
            MetricFamily(
                standard: "process_cpu_seconds_total", .counter, "Processor time, in user space and in the kernel.",
                seconds(usage.ru_utime) + seconds(usage.ru_stime)),
            MetricFamily(
                standard: "process_max_fds", .gauge, "The limit of open files.", Double(files.rlim_cur)),
            openFiles.map { MetricFamily(standard: "process_open_fds", .gauge, "Open files.", Double($0)) },
            residentMemory.map {
                MetricFamily(standard: "process_resident_memory_bytes", .gauge, "Memory in use.", Double($0))
            },
        ]
        return families.compactMap(\.self)
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    private static var openFiles: Int? {
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Without "." and "..", and the folder itself.
        return count - 3
    }

    private static var residentMemory: Int? {
        guard let file = fopen("/proc/self/statm", "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = fread(&bytes, 1, bytes.count, file)
        let words = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: " ")
        return words.dropFirst().first.flatMap { Int($0) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
    }
}
