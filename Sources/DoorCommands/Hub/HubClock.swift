// `doorcheck hub clock`

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
import DoorTexts
import HubClient
import HubProtocol
import Ledger

struct HubClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock",
        abstract: "Compare this machine's clock with the hub's, and set it.",
        discussion: """
            For a box that has no clock chip and no internet. It believes only the hub that it has joined or is about \
            to join, whose answer is signed; the connection's certificate is not checked, which needs the right time.

              doorcheck hub clock
              sudo doorcheck hub clock --set
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Flag(help: "Set the clock if it is more than a minute off.")
    var set = false

    @Option(help: ArgumentHelp("How long to wait for the hub: 0 to 600.", valueName: "seconds"))
    var wait = 0

    /// How far off a clock is left alone, in milliseconds: as far as a hub accepts.
    private static let tolerance: Int64 = 60_000

    func validate() throws {
        guard (0...600).contains(wait) else { throw ValidationError("--wait expects 0 to 600.") }
    }

    func run() async throws {
        let settings = try configuration.load()
        guard let (address, hub) = try Self.hub(settings) else {
            throw CommandError(.configuration, "This box has joined no hub that could tell the time.")
        }
        guard let offset = try await offset(of: address, hub) else {
            throw CommandError(.unavailable, "The hub at \(address.host) took too long for its answer to be a time.")
        }
        let (seconds, isBehind) = (Double(offset.magnitude / 100) / 10, offset > 0)
        let sentence = "\(seconds) s \(isBehind ? "behind" : "ahead of") the hub's"
        guard set, offset.magnitude > Self.tolerance else {
            Terminal.note("This machine's clock is \(sentence).")
            return
        }
        guard WallClock.move(byMilliseconds: offset) else {
            throw CommandError(.noPermission, "This machine's clock is \(sentence), and only root may set it.")
        }
        Terminal.note("This machine's clock was \(sentence); it has been set.")
    }

    /// Asks again for as long as the hub cannot be reached and there is time.
    private func offset(of address: HubAddress, _ hub: HubFingerprint) async throws -> Int64? {
        let end = ContinuousClock.now + .seconds(wait)
        while true {
            do {
                return try await HubClock.offset(of: address, hub: hub, now: { WallClock.now.milliseconds })
            } catch HubClientError.unreachable where .now < end {
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    /// The hub that this box has joined, or the one of the code that it was set up with.
    private static func hub(_ settings: Configuration) throws -> (address: HubAddress, hub: HubFingerprint)? {
        let folder = KeyFolder(path: settings.keysFolder)
        if let url = settings.hubURL, let address = HubAddress(url: url), let hub = try folder.joinedHub() {
            return (address, hub)
        }
        return try folder.waitingInvitation().map { ($0.address, $0.hub) }
    }
}
