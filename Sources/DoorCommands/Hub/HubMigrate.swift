// `doorcheck hub migrate`

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
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
        if !to.contains("://") { try Ownership.check(to) }
        let contents = try await HubService.move(from: source, to: to, again: again, replacing: replace)
        let line = HubCopyLine(contents, in: to)
        try output.write(
            [line],
            text: "\(to) has \(line.sentence) now. Name it in hub.database of each hub, and restart the hubs.\n")
    }
}
