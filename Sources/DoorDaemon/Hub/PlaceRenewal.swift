// The places in zones with a capacity, while the door runs.

import Admission
import DoorTexts
import Ledger
import Logging

/// Tells the hub how many places this box has: after each sync in which guests came, and otherwise now and then.
struct PlaceRenewal {
    private let ledger: Ledger
    private let keeper: PlaceKeeper
    private let door: DoorContext
    private var round = 0
    /// How often the hub was told of a share.
    private var told: [PlaceShare: Int] = [:]
    private var hasFailed = false

    /// The number of syncs after which the hub is told anyway: it has to hear of a box within a minute.
    private static let interval = 5
    /// How often the hub is told of each share: its ledger may have the last scans a sync or two later.
    private static let repetitions = 3

    init(ledger: Ledger, asking authority: any ClaimAuthority, for door: DoorContext) {
        self.ledger = ledger
        self.door = door
        keeper = PlaceKeeper(ledger: ledger, asking: authority)
    }

    mutating func renew(logger: Logger) async {
        do {
            let isDue = round % Self.interval == 0
            round += 1
            var shares: [PlaceShare: Int] = [:]
            for (event, zone) in try await ledger.zonesWithPlaces(at: [door.desk.gate]) {
                let share = try await ledger.placeShare(in: zone, of: event)
                let count = told[share, default: 0]
                guard isDue || count < Self.repetitions else {
                    shares[share] = count
                    continue
                }
                try await keeper.renew(zone, of: event, on: WallClock.now)
                shares[try await ledger.placeShare(in: zone, of: event)] = count + 1
            }
            told = shares
            hasFailed = false
        } catch {
            if !hasFailed { logger.error("places not shared", metadata: ["error": "\(error)"]) }
            hasFailed = true
        }
    }

    /// Whether the hub may believe that this box has places: an answer that gave some may have been lost, and a ledger
    /// that cannot be read does not say.
    var mayHoldPlaces: Bool {
        get async { await (try? shares().isEmpty) != true }
    }

    /// Tells the hub that this box needs no places any more.
    ///
    /// - Returns: Whether the hub answered that others can have them.
    func handBack() async -> Bool {
        do {
            for share in try await shares() where try await !keeper.handBack(share.zone, of: share.event) {
                return false
            }
            return true
        } catch { return false }
    }

    /// The shares of the zones behind this gate, and of others that the box has had places in.
    private func shares() async throws -> [PlaceShare] {
        var shares: [PlaceShare] = []
        for (event, zone) in try await ledger.zonesWithPlaces(at: [door.desk.gate]) {
            shares.append(try await ledger.placeShare(in: zone, of: event))
        }
        return shares
    }
}
