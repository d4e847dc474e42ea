// A PostgreSQL server of our own, for as long as a suite runs.

import Glibc
import TestSupport
import Testing

/// Starts Debian's server in a temporary folder, as a user that is not root, for a whole suite.
struct PostgresServer: SuiteTrait, TestScoping {
    /// The connection string of the server that runs.
    @TaskLocal static var place: String?

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let programs = try Self.programs()
            // The server refuses to run as root; then Debian's own user for it runs it.
            let asUser = geteuid() == 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
            if geteuid() == 0 { try Self.run(["chown", "postgres", folder]) }
            let data = folder + "/data"
            try Self.run(
                asUser + [
                    programs + "/initdb", "-D", data, "-U", "hub", "-E", "UTF8", "--no-locale", "--no-sync",
                    "--auth=trust",
                ]
            )
            let options = "-k \(folder) -c listen_addresses= -c fsync=off -c max_connections=60"
            let control = asUser + [programs + "/pg_ctl", "-D", data, "-l", folder + "/log", "-s", "-w"]
            try Self.run(control + ["-o", options, "start"])
            defer { try? Self.run(control + ["-m", "immediate", "stop"]) }
            try await Self.$place.withValue("postgresql://hub@/postgres?host=\(folder)", operation: function)
        }
    }

    /// The folder of the newest server that is installed.
    private static func programs() throws -> String {
        for version in (13...20).reversed() {
            let folder = "/usr/lib/postgresql/\(version)/bin"
            if access(folder + "/initdb", X_OK) == 0 { return folder }
        }
        throw Failure(description: "There is no PostgreSQL server here; scripts/setup postgresql installs it.")
    }

    /// Runs a program to its end, without its output.
    private static func run(_ arguments: [String]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, flags) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_WRONLY), (STDERR_FILENO, O_WRONLY)] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", flags, 0)
        }
        let pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var child: pid_t = 0
        var status: Int32 = 0
        let failure = posix_spawnp(&child, arguments[0], &actions, nil, pointers, environ)
        guard failure == 0, waitpid(child, &status, 0) == child, status == 0 else {
            throw Failure(description: "\(arguments.joined(separator: " ")) failed (\(failure), \(status)).")
        }
    }
}

extension Trait where Self == PostgresServer {
    /// Gives the suite a PostgreSQL server.
    static var postgreSQL: PostgresServer { PostgresServer() }
}
