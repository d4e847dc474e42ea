// A PostgreSQL server of our own, for as long as a suite runs.

import Glibc
import TestSupport
import Testing

/// Starts Debian's server in a temporary folder, as a user that is not root, for a whole suite.
struct PostgresServer: SuiteTrait, TestScoping {
    /// The connection string of the server that runs.
    @TaskLocal static var place: String?

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let programs = try Self.programs()
            // The server refuses to run as root; then Debian's own user for it runs it.
            let asUser = geteuid() == 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
            if geteuid() == 0 { try runProgram(["chown", "postgres", folder]) }
            let data = folder + "/data"
            try runProgram(
                asUser + [
                    programs + "/initdb", "-D", data, "-U", "hub", "-E", "UTF8", "--no-locale", "--no-sync",
                    "--auth=trust",
                ]
            )
            let options = "-k \(folder) -c listen_addresses= -c fsync=off -c max_connections=60"
            let control = asUser + [programs + "/pg_ctl", "-D", data, "-l", folder + "/log", "-s", "-w"]
            try runProgram(control + ["-o", options, "start"])
            defer { try? runProgram(control + ["-m", "immediate", "stop"]) }
            try await Self.$place.withValue("postgresql://hub@/postgres?host=\(folder)", operation: function)
        }
    }

    /// The folder of the newest server that is installed.
    private static func programs() throws -> String {
        for version in (13...20).reversed() {
            let folder = "/usr/lib/postgresql/\(version)/bin"
            if access(folder + "/initdb", X_OK) == 0 { return folder }
        }
        throw ProgramFailure(description: "There is no PostgreSQL server here; scripts/setup postgresql installs it.")
    }
}

extension Trait where Self == PostgresServer {
    /// Gives the suite a PostgreSQL server.
    static var postgreSQL: PostgresServer { PostgresServer() }
}
