// Batches of pictures.

import DoorConfiguration
import DoorInstallation
import DoorTexts
import HTTPSupport
import Hummingbird
import Ledger
import Organising
import Scanner
import TicketSigning

/// How the pictures of a batch are judged.
struct BatchRequest: Decodable {
    /// The gate; absent for the event's first.
    let gate: String?
    /// Whether admissions are recorded.
    let admit: Bool?
    /// The language of verdicts, such as `de`; absent for English.
    let language: String?
}

extension OfficeDesk {
    /// Begins a batch of pictures.
    ///
    /// - Returns: The batch's token.
    /// - Throws: ``OfficeRefusal`` for a gate that the event does not have; `LedgerError`, ``CommandError``.
    func beginBatch(
        _ wanted: BatchRequest, at id: EventID, by session: OfficeSession
    ) async throws -> String {
        let (event, context) = (try await event(id), try context())
        let gates = try await context.ledger.gates(of: id)
        guard let gate = wanted.gate.map({ name in gates.first { $0.text == name } }) ?? gates.first else {
            throw OfficeRefusal("The event has no such gate.", field: "gate")
        }
        let batch = PictureCheck(
            try await context.desk(event: event, gate: gate), admits: wanted.admit ?? false,
            language: wanted.language.flatMap { Language(rawValue: $0) } ?? .english,
            clock: try await context.clockWatch(startingAt: WallClock.now), limits: configuration.imageLimits,
            decoding: decoding)
        let token = RandomText.make(words: 2)
        await batches.keep(batch, as: token, of: session)?.end()
        return token
    }

    /// Reads and judges a picture of a batch.
    func read(
        _ body: RequestBody, named name: String, in token: String, by session: OfficeSession
    ) async throws -> PictureCheck.Finding {
        try await batch(token, of: session).read(try await uploads.store(body), named: name)
    }

    private func batch(_ token: String, of session: OfficeSession) throws -> PictureCheck {
        guard let batch = batches[token, of: session] else {
            throw OfficeRefusal("These pictures are no longer being read; start again.", because: .missing)
        }
        return batch
    }

    /// The largest ZIP file, in bytes: 8 GB, more than two thousand photographs.
    private static let mostZipBytes = 8 << 30

    /// Opens a ZIP file of pictures for a batch.
    ///
    /// - Parameters:
    ///   - body: The file.
    ///   - name: What it is called on the person's machine.
    ///   - size: The size that the browser announces, in bytes.
    ///   - token: The batch.
    ///   - session: Whose it is.
    /// - Returns: What is in it.
    /// - Throws: ``OfficeRefusal`` if nothing in it can be read.
    func receiveZip(
        _ body: RequestBody, named name: String, expecting size: Int, in token: String, by session: OfficeSession
    ) async throws -> PictureCheck.ZipContents {
        let batch = try batch(token, of: session)
        await batch.noteArriving(true)
        let file: TemporaryFile
        do {
            file = try await uploads.store(body, atMost: Self.mostZipBytes, expecting: size)
        } catch {
            await batch.noteArriving(false)
            throw error
        }
        await batch.noteArriving(false)
        // The batch may have been ended meanwhile.
        let contents = try await self.batch(token, of: session).open(file, named: name)
        if contents.zip == 0 { endWhenSilent(token, of: session) }
        return contents
    }

    /// Reads and judges a picture in a ZIP file of a batch.
    func read(
        entry: Int, ofZip zip: Int, in token: String, by session: OfficeSession
    ) async throws -> PictureCheck.Finding {
        try await batch(token, of: session).read(entry: entry, ofZip: zip)
    }

    /// A page that reads pictures asks for one after the other; the slowest takes less than a minute.
    private static let longestSilence: Duration = .seconds(120)

    /// Ends a batch with a ZIP file once no page reads it any more: a browser that is closed says so, but one that
    /// crashes does not.
    private func endWhenSilent(_ token: String, of session: OfficeSession) {
        Task { [weak self] in
            while let silence = await self?.silence(of: token, session), silence < Self.longestSilence {
                try await Task.sleep(for: Self.longestSilence - silence + .seconds(1), clock: .suspending)
            }
            await self?.endBatch(token, of: session)
        }
    }

    private func silence(of token: String, _ session: OfficeSession) async -> Duration? {
        await batches[token, of: session]?.silence
    }

    func endBatch(_ token: String, of session: OfficeSession) async {
        await batches.remove(token, of: session)?.end()
    }
}
