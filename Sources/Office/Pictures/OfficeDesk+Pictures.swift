// Batches of pictures.

import DoorConfiguration
import DoorInstallation
import DoorTexts
import HTTPSupport
import Hummingbird
import Ledger
import Scanner
import TicketSigning

/// How the pictures of a batch are judged.
struct BatchRequest: Decodable {
    /// The gate; absent for the event's first.
    let gate: String?
    /// Whether admissions are recorded.
    let admit: Bool?
}

extension OfficeDesk {
    private static let mostBatches = 4

    /// Begins a batch of pictures.
    ///
    /// - Returns: The batch's token.
    /// - Throws: ``OfficeRefusal`` for a gate that the event does not have; `LedgerError`, ``CommandError``.
    func beginBatch(_ wanted: BatchRequest, at id: EventID) async throws -> String {
        let (event, context) = (try await event(id), try context())
        let gates = try await context.ledger.gates(of: id)
        guard let gate = wanted.gate.map({ name in gates.first { $0.text == name } }) ?? gates.first else {
            throw OfficeRefusal("The event has no such gate.", field: "gate")
        }
        let batch = PictureCheck(
            try await context.desk(event: event, gate: gate), admits: wanted.admit ?? false,
            clock: try await context.clockWatch(startingAt: WallClock.now), limits: configuration.imageLimits,
            decoding: decoding)
        if batches.count >= Self.mostBatches, let oldest = batchOrder.first { await endBatch(oldest) }
        let token = RandomText.make(words: 2)
        batches[token] = batch
        batchOrder.append(token)
        return token
    }

    /// Reads and judges a picture of a batch.
    func read(_ body: RequestBody, named name: String, in token: String) async throws -> PictureCheck.Finding {
        guard let batch = batches[token] else {
            throw OfficeRefusal("These pictures are no longer being read; start again.", because: .missing)
        }
        return try await batch.read(try await uploads.store(body), named: name)
    }

    func endBatch(_ token: String) async {
        batchOrder.removeAll { $0 == token }
        await batches.removeValue(forKey: token)?.end()
    }
}
