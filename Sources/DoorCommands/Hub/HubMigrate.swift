// `doorcheck hub migrate`

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
import FoundationEssentials
import Hub

struct HubMigrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Move the hub to another database, from SQLite to PostgreSQL or back.",
        discussion: """
            Boxes do not join again, and claims stay valid. From the moment the command begins, hubs take nothing for \
            the old database any more, and gates decide alone until a hub runs on the new one. If the command fails, \
            the hub goes on with the old one.

            Afterwards, name the new database in hub.database of each hub, and restart the hubs. If the command was \
            interrupted, run it again with --again, or use the old database again with --cancel. Do not use --cancel \
            after hubs have used the new database: each of the two would then admit the same guest.

              doorcheck hub migrate --to postgresql://hub@db1/doorcheck
              doorcheck hub migrate --to /var/lib/doorcheck/hub.sqlite
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(
        help: ArgumentHelp("The new database: a file, or postgresql://… without a password.", valueName: "database"))
    var to: String?

    @Flag(help: "Replace the boxes and records that the new database holds.")
    var replace = false

    @Flag(help: "Move a database from which the hub was moved already, or almost.")
    var again = false

    @Flag(help: "Let hubs use the database in the configuration again.")
    var cancel = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (to != nil) != cancel else { throw ValidationError("Use either --to or --cancel.") }
        guard to.map({ !$0.isEmpty && (!$0.contains("://") || $0.isServer) }) ?? true else {
            throw ValidationError("--to is a file, or a server's address that begins with postgresql://.")
        }
        guard cancel != true || !again && !replace else {
            throw ValidationError("--again and --replace go with --to.")
        }
        guard to?.withoutPassword == to else {
            throw ValidationError(
                "Other users could read the password in the list of processes; put it into ~/.pgpass or the "
                    + "environment variable PGPASSWORD, and leave it out here.")
        }
    }

    func run() async throws {
        let settings = try configuration.load()
        let source = settings.hubDatabase
        try settings.requireHubDatabase()
        guard let to else {
            let wasMoved = try await HubService.stay(at: source)
            return Terminal.note(
                wasMoved ? "Hubs may use \(source.withoutPassword) again." : "The hub uses \(source.withoutPassword).")
        }
        let place = to.isServer || to.hasPrefix("/") ? to : FileManager.default.currentDirectoryPath + "/" + to
        if !place.isServer { try Ownership.check(place) }
        guard !isSameFile(source, place) else {
            throw ValidationError("--to is the database that the hub uses; name another one.")
        }
        let contents = try await HubService.move(from: source, to: place, again: again, replacing: replace) {
            Terminal.note(
                "Gates decide alone from now on, until a hub runs on \(place). If this is interrupted, run it again "
                    + "with --again, or with --cancel instead of --to.")
        }
        let line = HubCopyLine(contents, in: place)
        try output.write(
            [line],
            text: "\(place) has \(line.sentence) now. Name it in hub.database of each hub, and restart the hubs.\n")
    }

    private func isSameFile(_ one: String, _ other: String) -> Bool {
        guard let first = FileFacts(one), let second = FileFacts(other) else { return one == other }
        return first.identity == second.identity
    }
}

extension String {
    /// Whether it is the address of a PostgreSQL server.
    fileprivate var isServer: Bool { hasPrefix("postgresql://") || hasPrefix("postgres://") }
}
