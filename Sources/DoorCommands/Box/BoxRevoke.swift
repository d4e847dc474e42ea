// `doorcheck box revoke`

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import Organising
import TicketSigning

struct BoxRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke a box, such as a stolen one.",
        discussion: """
            What the box recorded until a moment counts as before; what it records later has no effect in any ledger, \
            whoever brings it. Events and tickets that it changed later become what they were before, and tickets that \
            it added leave the list. Only what this ledger has counts, so sync first if you can. The command shows \
            what will change; repeat it with --yes to do it. It needs the master key.

            If the hub is on this machine, it turns the box away, and frees the tickets that the box claimed and did \
            not use. The event keys on the box stay valid: give the event a new key with `doorcheck key rotate`.

              doorcheck box revoke north-2
              doorcheck box revoke north-2 --since '2026-07-04 21:40' --yes
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The box's name or identifier.")
    var box: String

    @Option(
        help: ArgumentHelp(
            "The moment from which nothing counts, by the box's clock (default: now).", valueName: "time"),
        transform: Timestamp.parsed)
    var since: Timestamp?

    @Flag(help: "Revoke the box, not only show what will change.")
    var yes = false

    @Flag(help: "Take a revocation back: everything that the box recorded and wrote counts.")
    var undo = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !undo || since == nil else { throw ValidationError("--since does not go with --undo.") }
    }

    func run() async throws {
        let context = try CommandContext(configuration, for: .writing)
        guard let root = try await context.becomeOrganiser() else {
            throw CommandError(
                .noInput, "The master key is not on this machine; revoke the box where it is, then sync.")
        }
        let box = try await context.ledger.box(named: box)
        if undo {
            guard try await context.ledger.ownBox().id != box.id else { throw BoxRevocation.ownBox(box) }
            guard box.membership?.terms.revoked != nil else {
                throw CommandError(.usage, "'\(box.knownName.printable)' is not revoked, so there is nothing to undo.")
            }
            try await context.set(nil, of: box, by: root)
            Terminal.note("Everything that '\(box.knownName.printable)' recorded counts again.")
            return try await letIn(box, context.configuration)
        }
        let plan = try await context.plan(revocationOf: box, since: since)
        if yes { try await context.revoke(plan, by: root) }
        try output.write([Line(plan, isDone: yes)], text: plan.sentences.map { $0 + "\n" }.joined())
        guard yes else { return Terminal.note("Nothing has changed yet; repeat the command with --yes.") }
        Terminal.note("'\(box.knownName.printable)' is revoked. Other boxes know it after their next sync.")
        try await turnAway(box, context.configuration)
    }

    /// Lets the hub on this machine serve the box again.
    private func letIn(_ box: KnownBox, _ settings: Configuration) async throws {
        if try await settings.reinstate(box) { Terminal.note("The hub serves it again.") }
    }

    /// Lets the hub on this machine turn the box away.
    private func turnAway(_ box: KnownBox, _ settings: Configuration) async throws {
        if let said = try await settings.turnAway(box) {
            Terminal.note(said)
        } else if settings.hubURL != nil, !settings.hasHub {
            Terminal.note("The hub turns it away when it hears of it: run `doorcheck hub sync` now.")
        }
    }

    /// A revocation, or what one would change.
    private struct Line: OutputRecord {
        static let columns = [
            "box", "name", "since", "done", "admissions", "inside", "scans", "changes", "tickets", "kept", "restored",
            "removed",
        ]

        let schema = 1
        let box: String
        let name: String
        let since: String
        let done: Bool
        let admissions: Int
        let inside: Int
        let scans: Int
        let changes: Int
        let tickets: Int
        let kept: Int
        let restored: Int
        let removed: Int

        init(_ plan: BoxRevocation, isDone: Bool) {
            box = plan.box.id.description
            name = plan.box.knownName
            since = plan.since.description
            done = isDone
            (admissions, inside, scans) = (plan.effect.admissions, plan.effect.inside, plan.effect.scans)
            (changes, tickets) = (plan.effect.changes, plan.effect.tickets)
            (kept, restored, removed) = (plan.lists.kept, plan.lists.restored, plan.lists.removed)
        }
    }
}
