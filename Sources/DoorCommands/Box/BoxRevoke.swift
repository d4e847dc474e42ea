// `doorcheck box revoke`

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
import DoorTexts
import Glibc
import Hub
import Ledger
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
        guard try await context.ledger.ownBox().id != box.id else {
            throw CommandError(.badData, "'\(box.name.printable)' is this box; revoke it on another one.")
        }
        let held = box.membership?.terms.revoked.map { Timestamp(milliseconds: $0.since) }
        if undo {
            guard held != nil else {
                throw CommandError(.usage, "'\(name(of: box))' is not revoked, so there is nothing to undo.")
            }
            try await context.set(nil, of: box, by: root)
            Terminal.note("Everything that '\(name(of: box))' recorded counts again.")
            return try await letIn(box, context.configuration)
        }
        let moment = since ?? held ?? WallClock.now
        if let held, moment > held {
            let from = held.localTime(seenFrom: WallClock.now)
            throw CommandError(
                .usage,
                "'\(name(of: box))' is revoked from \(from) on. For a later time, take that back first: `doorcheck box "
                    + "revoke \(self.box.printable) --undo`.")
        }
        let revocation = try await context.ledger.revocation(of: box.id, since: moment)
        let effect = try await context.ledger.effect(of: revocation, on: box.id)
        let lists = try await context.ledger.recallEffect(of: box.id, since: moment)
        if yes { try await context.set(revocation, of: box, by: root) }
        let line = Line(box, name(of: box), since: moment, effect, lists, isDone: yes)
        try output.write([line], text: text(box, effect) + text(lists))
        guard yes else { return Terminal.note("Nothing has changed yet; repeat the command with --yes.") }
        Terminal.note("'\(name(of: box))' is revoked. Other boxes know it after their next sync.")
        try await turnAway(box, context.configuration)
    }

    private func name(of box: KnownBox) -> String { (box.membership?.terms.name ?? box.name).printable }

    private func text(_ box: KnownBox, _ effect: RevocationEffect) -> String {
        let from = since.map { " since \($0.localTime(seenFrom: WallClock.now))" } ?? ""
        // Lines of before the revocation that arrived after it.
        guard effect.admissions >= 0 else {
            return "\("admission".counted(-effect.admissions)) of \(name(of: box)) that arrived meanwhile will count.\n"
        }
        var text =
            "\("admission".counted(effect.admissions)) of \(name(of: box))\(from) will no longer count"
        if effect.admissions > 0 {
            text += "; \(effect.inside) of these guests \(effect.inside == 1 ? "is" : "are") inside"
        }
        text += ".\n"
        if effect.tickets > 0 {
            text += "\("ticket".counted(effect.tickets)) will have the status of before its changes.\n"
        }
        return text
    }

    private func text(_ lists: VersionRecallEffect) -> String {
        var text = ""
        if lists.kept > 0 { text += "Tickets and events that stay as it wrote them: \(lists.kept).\n" }
        if lists.restored > 0 { text += "Tickets and events that will be as before its changes: \(lists.restored).\n" }
        if lists.removed > 0 { text += "Tickets and events of its own that will no longer count: \(lists.removed).\n" }
        return text
    }

    /// Lets the hub on this machine serve the box again.
    private func letIn(_ box: KnownBox, _ settings: Configuration) async throws {
        guard settings.hubDatabase.contains("://") || access(settings.hubDatabase, F_OK) == 0 else { return }
        if try await settings.hubService().reinstate(box.id) { Terminal.note("The hub serves it again.") }
    }

    /// Lets the hub on this machine turn the box away.
    private func turnAway(_ box: KnownBox, _ settings: Configuration) async throws {
        guard settings.hubDatabase.contains("://") || access(settings.hubDatabase, F_OK) == 0 else {
            if settings.hubURL != nil {
                Terminal.note("The hub turns it away when it hears of it: run `doorcheck hub sync` now.")
            }
            return
        }
        let service = try await settings.hubService()
        guard try await service.boxes().contains(where: { $0.id == box.id }) else { return }
        let freed = try await service.revoke(box.id.description).freedClaims
        Terminal.note(
            "The hub turns it away\(freed > 0 ? ", and \("claim".counted(freed)) that it had not used are free" : "").")
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

        init(
            _ box: KnownBox,
            _ name: String,
            since: Timestamp,
            _ effect: RevocationEffect,
            _ lists: VersionRecallEffect,
            isDone: Bool
        ) {
            self.box = box.id.description
            self.name = name
            self.since = since.description
            done = isDone
            (admissions, inside, scans) = (effect.admissions, effect.inside, effect.scans)
            (changes, tickets) = (effect.changes, effect.tickets)
            (kept, restored, removed) = (lists.kept, lists.restored, lists.removed)
        }
    }
}
