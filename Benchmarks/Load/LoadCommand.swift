// The command `doorcheck-load`, which scripts/trials builds and runs.

import ArgumentParser
import Glibc
import HubClient
import HubProtocol

/// Runs many boxes in one process, each with its own ledger, key and connections, and the code of a real box.
///
/// It prints a line per box (name, identifier and public key in hexadecimal) and waits for a line on standard input;
/// the hub must know the boxes by then.
@main
struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doorcheck-load",
        abstract: "Has many boxes scan at one hub, and measures what they see of it."
    )

    @Option(help: "The hub's address.")
    var url: String

    @Option(help: "The fingerprint of the hub's key, the last part of a joining code.")
    var hub: String

    @Option(help: "Where ledgers are made; in memory, so that only the hub's disk counts.")
    var folder: String

    @Option(help: "How many boxes.")
    var boxes = 200

    @Option(help: "How many scans a second, by all boxes together.")
    var rate = 200.0

    @Option(help: "For how many seconds.")
    var seconds = 300.0

    @Option(help: "How many machines send and read long lists meanwhile; then boxes only claim.")
    var bulk = 0

    mutating func run() async throws {
        guard let address = HubAddress(url: url) else { throw ValidationError("'\(url)' is no hub's address.") }
        guard let hub = HubFingerprint(hub) else { throw ValidationError("'\(hub)' is no hub's fingerprint.") }
        let scans = Int(rate * seconds / Double(boxes)) + 1
        let list = try await GuestList(in: folder, tickets: scans * boxes, at: address, hub)
        print(list.introduction)
        let times = ScanTimes(boxes: boxes, scans: scans)
        var crowd: [LoadBox] = []
        for number in 0..<boxes {
            let tickets = number * scans..<(number + 1) * scans
            let box = try await LoadBox(number, in: folder, showing: tickets, of: list, at: address, times: times)
            crowd.append(box)
            print(box.introduction)
        }
        let machines = try (0..<bulk).map { try BulkBox($0, at: address, hub) }
        for machine in machines { print(machine.introduction) }
        fflush(nil)
        guard readLine() != nil else { throw ValidationError("Nobody says that the hub knows the boxes.") }
        try await list.share()
        for box in crowd { try await box.begin() }
        let run = LoadRun(crowd: crowd, bulk: machines, times: times, rate: rate, length: .seconds(seconds))
        print(try await run.report())
    }
}
