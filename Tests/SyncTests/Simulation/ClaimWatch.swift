// Listens to what a gate asks the hub, and to what it is told.

import Admission
import TestSupport
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol
@testable import Ledger

/// Who has which place, by the hub's own answers.
actor ClaimModel {
    /// A place in a ticket's order.
    struct Place: Hashable {
        let ticket: TicketID
        let zone: String
        let sequenceNumber: Int
    }

    private var numbers: [Place: Int64] = [:]
    private var backup: [Place: Int64] = [:]
    private(set) var violations: [String] = []
    private(set) var wins = 0

    func won(_ place: Place, number: Int64) {
        wins += 1
        if let other = numbers[place], other != number {
            violations.append("the hub gave place \(place.sequenceNumber) of \(place.ticket) twice")
        }
        numbers[place] = number
    }

    func gaveBack(_ number: Int64) {
        numbers = numbers.filter { $0.value != number }
    }

    func stands(_ number: Int64) -> Bool { numbers.values.contains(number) }

    func backUp() { backup = numbers }

    /// What was claimed since the backup is gone with the disk.
    func restore() { numbers = numbers.filter { backup[$0.key] == $0.value } }

    /// What the hub said is there has to be there.
    func check(against held: Set<Int64>) {
        for (place, number) in numbers where !held.contains(number) {
            violations.append("the hub has lost place \(place.sequenceNumber) of \(place.ticket)")
        }
    }

    func report(_ violation: String) { violations.append(violation) }
}

/// The real claims of one gate, with what must hold for them.
actor ClaimWatch: ClaimAuthority {
    private let book: ClaimClient
    private let box: String
    private let network: SimulatedNetwork
    private let time: SimulatedTime
    private let model: ClaimModel
    private var failures = 0
    private var quietUntil: Int64 = 0
    /// What the last claim won.
    private(set) var lastWin: Int64?
    /// Whether the box has lost its power.
    private(set) var isDead = false
    /// Called after a win; says whether the box loses its power before it uses it.
    private let losesPower: @Sendable () async -> Bool

    init(
        _ claims: ClaimClient,
        box: String,
        network: SimulatedNetwork,
        time: SimulatedTime,
        model: ClaimModel,
        losesPower: @escaping @Sendable () async -> Bool
    ) {
        book = claims
        self.box = box
        self.network = network
        self.time = time
        self.model = model
        self.losesPower = losesPower
    }

    var isInStep: Bool {
        get async { await book.isInStep }
    }

    func didSync() async {
        await book.didSync()
        if await book.isConnected { (failures, quietUntil) = (0, 0) }
    }

    func claim(_ wish: ClaimRequest) async -> ClaimResult {
        let (start, before) = (time.now, await network.claims(of: box))
        lastWin = nil
        let result = await book.claim(wish)
        let after = await network.claims(of: box)
        await check(
            result == .alone ? nil : result, took: time.now - start, wasAsked: after.count > before.count,
            status: after.status)
        if case .won(let number, _) = result {
            let place = ClaimModel.Place(
                ticket: wish.ticket, zone: wish.zone.text, sequenceNumber: wish.sequenceNumber)
            await model.won(place, number: number)
            lastWin = number
            isDead = await losesPower()
        }
        return result
    }

    func claims(of ticket: TicketID, at event: EventID, in zone: ZoneName) async -> [Claim]? {
        let (start, before) = (time.now, await network.claims(of: box))
        let claims = await book.claims(of: ticket, at: event, in: zone)
        let after = await network.claims(of: box)
        await check(claims, took: time.now - start, wasAsked: after.count > before.count, status: after.status)
        return claims
    }

    private func check(_ answer: (some Any)?, took: Int64, wasAsked: Bool, status: Int?) async {
        if took > 300 { await model.report("\(box): a guest waited \(took) ms for the hub") }
        guard wasAsked else { return }
        if time.now - took < quietUntil { await model.report("\(box): asked a hub that is dead") }
        guard answer == nil else {
            (failures, quietUntil) = (0, 0)
            return
        }
        failures += 1
        if failures >= 3 { quietUntil = time.now + 7_500 }
        if let status, ![401, 500, 503].contains(status) {
            await model.report("\(box): decided alone although the hub answered \(status)")
        }
    }

    func release(_ number: Int64) async {
        guard !isDead else { return }
        await model.gaveBack(number)
        await book.release(number)
    }
}
