// The command `doorcheck-load`, which scripts/trials builds and runs.

import ArgumentParser
import Glibc
import HubClient
import HubProtocol
import NIOPosix

/// Runs up to 200 boxes in one process, each with its own ledger, key and connections, and the code of a real box.
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

    @Option(help: "At how many events the boxes are, each at one.")
    var events = 1

    @Option(help: "Which of several processes this is, each with boxes and events of its own: 0, 1, 2 …")
    var part = 0

    @Flag(name: .customLong("bound"), help: "Each box sees its own event only.")
    var isBound = false

    @Option(help: "For how many seconds nobody comes, before the first guest.")
    var idle = 0.0

    @Option(help: "How many machines send and read long lists meanwhile; then boxes only claim.")
    var bulk = 0

    @Flag(
        name: .customLong("light"),
        help: "The boxes send and read what real ones do, and nothing else: no ledger, no decisions, no threads.")
    var isLight = false

    mutating func run() async throws {
        guard let address = HubAddress(url: url) else { throw ValidationError("'\(url)' is no hub's address.") }
        guard let hub = HubFingerprint(hub) else { throw ValidationError("'\(hub)' is no hub's fingerprint.") }
        let scans = Int(rate * seconds / Double(boxes)) + 1
        guard boxes.isMultiple(of: events) else { throw ValidationError("Each event gets as many boxes as others.") }
        var lists: [GuestList] = []
        for number in part * events..<(part + 1) * events {
            let list = try await GuestList(number, in: folder, tickets: scans * boxes / events, at: address, hub)
            lists.append(list)
            print(list.introduction)
        }
        let times = ScanTimes(boxes: boxes, scans: scans, events: events)
        var crowd: [LoadBox] = []
        for number in 0..<boxes {
            let (list, place) = (lists[number % events], number / events)
            let box = try await LoadBox(
                number, named: "box-\(part * boxes + number + 1)", in: folder,
                showing: place * scans..<(place + 1) * scans, of: list, onlyThere: isBound, at: address, times: times)
            crowd.append(box)
            print(box.introduction)
        }
        let machines = try (0..<bulk).map { try BulkBox($0, at: address, hub) }
        for machine in machines { print(machine.introduction) }
        fflush(nil)
        guard readLine() != nil else { throw ValidationError("Nobody says that the hub knows the boxes.") }
        for list in lists { try await list.share() }
        for box in crowd { try await box.begin() }
        if idle > 0 { await rest(crowd) }
        let run = LoadRun(
            crowd: isLight ? try await light(crowd, at: address, times) : crowd, bulk: machines, times: times,
            rate: rate, length: .seconds(seconds))
        print(try await run.report())
    }

    /// Returns boxes that do what these would do, on one event loop.
    private func light(_ crowd: [LoadBox], at address: HubAddress, _ times: ScanTimes) async throws -> [LightBox] {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        var boxes: [LightBox] = []
        for (number, box) in crowd.enumerated() {
            boxes.append(LightBox(number, doing: try await box.work(), on: loop, at: address, times: times))
        }
        return boxes
    }

    /// Has boxes share while nobody comes; a line tells when they have settled, and another one when it is over.
    private func rest(_ crowd: [LoadBox]) async {
        await withDiscardingTaskGroup { group in
            for box in crowd { group.addTask { await box.shareAlways() } }
            for time in [Self.settlingTime, .seconds(idle)] {
                try? await Task.sleep(for: time)
                print("idle")
                fflush(nil)
            }
            group.cancelAll()
        }
    }

    /// Until all boxes have connected and found nothing new.
    private static let settlingTime = Duration.seconds(35)
}
