// `doorcheck ticket issue`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import Organising
import TicketLists
import TicketPrinting
import TicketSigning

struct TicketIssue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issue",
        abstract: "Issue tickets for a guest list or a number of guests, and write their codes.",
        discussion: """
            The list is a CSV file or an Excel workbook with a header such as `name`, `email`, `tier`, `admits`, or \
            any list that `ticket import` understands. The same list again issues only new tickets and writes all \
            codes again, except for those with a retired key; with another --map it corrects its earlier tickets. \
            Without --output, --png or --svg the codes go to standard output as CSV.

              doorcheck ticket issue guests.csv --png codes/ --output codes.csv
              doorcheck ticket issue --count 200 --tier Regular --medium print --svg codes/
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The list, CSV or XLSX; - for standard input.", completion: .file(extensions: ["csv", "xlsx"]))
    var list: String?

    @OptionGroup var options: ListOptions

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Issue this many tickets without names.", valueName: "n"))
    var count: Int?

    @Option(
        help: ArgumentHelp(
            "Short name of the event (default: the configuration's, or the only one).", valueName: "name"))
    var event: String?

    @Option(help: ArgumentHelp("The tier of tickets without one in the list.", valueName: "name"))
    var tier: String?

    @OptionGroup var codes: CodeOptions
    @OptionGroup var names: NewNameOptions

    func validate() throws {
        guard (list == nil) != (count == nil) else {
            throw ValidationError("Give either a guest list or --count.")
        }
        guard (1...1_000_000).contains(count ?? 1) else {
            throw ValidationError("--count expects a whole number from 1 to 1000000.")
        }
    }

    func run() async throws {
        let context = try CommandContext(configuration, for: .writing)
        let event = try await context.event(named: event)
        let tiers = try await context.ledger.tiers(of: event.id).map(\.name)
        try names.check(tier, "tier", among: tiers, of: event)
        let opened = try list.map { try options.openFile($0) }
        let guests = try guests(of: event, with: tiers, from: opened?.list)
        let issuer = try await context.ticketIssuer(for: event)
        let codes = try codes.writer(try await context.ticketSigners(), for: guests.count, from: list)
        let retired = RetiredKeys(try await context.ledger.keys(of: event.id))
        let terms = try await context.terms(of: event)
        let issue = try await issuer.issue(to: guests, from: opened?.file, on: WallClock.now)
        let good = issue.tickets.filter { !retired.signed($0) }
        try codes.write(recorded: good, of: event, on: terms)
        try await context.markCodesWritten(of: good.map(\.ticket.id), of: event)
        let known = issue.tickets.count - issue.newCount
        let before = known > 0 ? ", \(known) were on the list already" : ""
        let corrected = issue.correctedCount > 0 ? ", \(issue.correctedCount) corrected" : ""
        let withdrawn = issue.withdrawnCount > 0 ? ", \(issue.withdrawnCount) are blocked or withdrawn: no code" : ""
        Terminal.note(
            "\("ticket".counted(issue.newCount)) issued for \(event.name.printable)\(before)\(corrected)\(withdrawn).")
        if let sentence = retired.sentence(leavingOut: issue.tickets.filter(retired.signed)) { Terminal.note(sentence) }
    }

    private func guests(of event: Event, with tiers: [String], from ticketList: TicketList?) throws -> [Guest] {
        guard let list, let ticketList else { return Array(repeating: Guest(tier: tier), count: count ?? 0) }
        var guests: [Guest] = []
        var faults = ListFaults()
        var remarks: [ListRemark] = []
        do {
            remarks = ticketList.remarks + [ticketList.remark(forEvent: [event.name, event.slug])].compactMap(\.self)
            remarks += try ticketList.forEachEntry { entry in
                guests.append(Guest(entry, of: event.id, tier: tier))
            } fault: {
                faults.add($0)
            }
        } catch let error as ListError {
            throw ListFailure.command(error, in: list)
        }
        remarks += ListRemark.spellings(of: Set(guests.compactMap(\.tier)), among: tiers)
        let told = ListRemarks(all: remarks)
        told.note(in: list)
        faults.note(in: list)
        guard faults.count == 0, told.stopCount == 0 else { throw CommandError(.badData, "Nothing was issued.") }
        if guests.isEmpty { Terminal.note("\(list.printable) has a header but no guests.") }
        return guests
    }
}
