// A network that loses, repeats, delays and spoils what goes over it.

import FoundationEssentials
import Ledger
import Sync
import TestSupport
import TicketSigning

/// Draws what becomes of each message, and keeps what arrives late.
actor SimulatedNetwork {
    /// What becomes of one message.
    enum Fate {
        case arrives, isLost, answerIsLost, arrivesTwice, arrivesAgainLater, isSpoiled
    }

    /// A page that arrives long after it was sent.
    struct LatePage {
        let page: SharedPage
        let sender: BoxID
        let receiver: BoxID
    }

    private var random: SeededGenerator
    private(set) var faults = 0
    private var late: [LatePage] = []
    private var lateRequests: [SimulatedHub.Request] = []
    private var asked: [String: (count: Int, status: Int?)] = [:]
    /// The boxes that do not reach the hub.
    private var cutOff: Set<String> = []
    /// Whether nothing goes wrong any more.
    private var isHealed = false

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    func heal() {
        isHealed = true
        (late, lateRequests, cutOff) = ([], [], [])
    }

    func fate() -> Fate {
        guard !isHealed else { return .arrives }
        let fates: [Fate] = [.isLost, .answerIsLost, .arrivesTwice, .arrivesAgainLater, .isSpoiled]
        guard Int.random(in: 0..<5, using: &random) == 0 else { return .arrives }
        faults += 1
        return fates.randomElement(using: &random) ?? .arrives
    }

    func keep(_ page: LatePage) {
        late.append(page)
    }

    // MARK: - To the hub

    /// What becomes of a request, how long it takes there and back, and which of the hubs gets it.
    struct Way {
        let fate: Fate
        let milliseconds: Int64
        let process: Int
    }

    func way(of box: String, target: String) -> Way {
        if Self.isAboutClaims(target) { asked[box] = ((asked[box]?.count ?? 0) + 1, nil) }
        let process = Int.random(in: 0..<SimulatedHub.processCount, using: &random)
        let isSlow = !isHealed && Int.random(in: 0..<12, using: &random) == 0
        let milliseconds = Int64.random(in: isSlow ? 200...900 : 1...40, using: &random)
        let fate = cutOff.contains(box) ? .isLost : fate()
        return Way(fate: fate == .isSpoiled ? .answerIsLost : fate, milliseconds: milliseconds, process: process)
    }

    /// Whether a request claims something, or looks claims up.
    private static func isAboutClaims(_ target: String) -> Bool {
        target.split(separator: "?").first == "/v1/claims"
    }

    func note(status: Int, for box: String, target: String) {
        if Self.isAboutClaims(target) { asked[box]?.status = status }
    }

    /// How often a box has asked about claims, and what the hub said to the last if it was heard.
    func claims(of box: String) -> (count: Int, status: Int?) { asked[box] ?? (0, nil) }

    func setCutOff(_ boxes: Set<String>) { cutOff = boxes }

    func keep(_ request: SimulatedHub.Request) {
        lateRequests.append(request)
    }

    func lateRequest() -> SimulatedHub.Request? {
        lateRequests.isEmpty ? nil : lateRequests.remove(at: Int.random(in: 0..<lateRequests.count, using: &random))
    }

    func transactionFate() -> FaultyHubDatabase.Fate? {
        guard !isHealed, Int.random(in: 0..<25, using: &random) == 0 else { return nil }
        faults += 1
        return FaultyHubDatabase.Fate.allCases.randomElement(using: &random)
    }

    /// Whether a box loses its power between a claim and its entry.
    func losesPower() -> Bool { !isHealed && Int.random(in: 0..<30, using: &random) == 0 }

    // MARK: - Late

    /// A page that was sent before, and comes again.
    func latePage() -> LatePage? {
        late.isEmpty ? nil : late.remove(at: Int.random(in: 0..<late.count, using: &random))
    }
}

/// A message did not get through.
struct NetworkFault: Error {}

/// A way to another ledger over the simulated network.
struct SimulatedCarrier: SyncTransport {
    let network: SimulatedNetwork
    let other: LocalSyncTransport
    let receiver: BoxID

    func versionVector(hearing own: VersionVector) async throws -> VersionVector {
        try await carry { try await other.versionVector(hearing: own) }
    }

    func send(_ page: SharedPage, from own: VersionVector) async throws -> VersionVector {
        let fate = await network.fate()
        if case .arrivesAgainLater = fate {
            await network.keep(.init(page: page, sender: own.ledger, receiver: receiver))
        }
        return try await carry(fate, spoiled: { _ = try await other.send(try page.spoiled, from: own) }) {
            try await other.send(page, from: own)
        }
    }

    func page(after own: VersionVector) async throws -> SharedPage {
        let fate = await network.fate()
        let page = try await carry(fate) { try await other.page(after: own) }
        if case .arrivesAgainLater = fate {
            await network.keep(.init(page: page, sender: receiver, receiver: own.ledger))
        }
        if case .isSpoiled = fate { return try page.spoiled }
        return page
    }

    private func carry<Answer: Sendable>(
        _ given: SimulatedNetwork.Fate? = nil,
        spoiled: () async throws -> Void = {},
        _ message: () async throws -> Answer
    ) async throws -> Answer {
        let fate = if let given { given } else { await network.fate() }
        switch fate {
        case .isLost: throw NetworkFault()
        case .arrivesTwice: _ = try await message()
        case .isSpoiled: try await spoiled()
        case .arrives, .answerIsLost, .arrivesAgainLater: break
        }
        let answer = try await message()
        if case .answerIsLost = fate { throw NetworkFault() }
        return answer
    }
}

extension SharedPage {
    /// The same page with a record at its end that no ledger takes, so that none of it may be taken.
    var spoiled: SharedPage {
        get throws {
            let line = """
                {"kind":"ticket","record":{"epoch":1,"event":"00000000-0000-0000-0000-000000000001","first":"valid",\
                "id":"00000000-0000-0000-0000-000000000002","stamp":{"box":"00000000-0000-0000-0000-000000000003",\
                "hlc":1},"user":"00000000-0000-0000-0000-000000000004"}}
                """
            return SharedPage(
                start: start, end: end, signed: signed + [try SignedRecord(line: Data(line.utf8))])
        }
    }
}
