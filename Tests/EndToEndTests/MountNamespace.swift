// Shell scripts that may mount disks which nobody else sees.

import Foundation

/// A mount namespace of its own; root needs nothing more, others need a user namespace around it.
enum MountNamespace {
    private static let options = (getuid() == 0 ? [] : ["--map-root-user"]) + ["--mount"]

    static let isAllowed: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments = options + ["/bin/mount", "-t", "tmpfs", "tmpfs", "/mnt"]
        process.standardError = FileHandle.nullDevice
        try? process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// Runs a script to its end.
    static func run(_ script: String) async throws -> Program.Result {
        try await Program(path: "/usr/bin/unshare").run(options + ["/bin/sh", "-c", script])
    }
}
