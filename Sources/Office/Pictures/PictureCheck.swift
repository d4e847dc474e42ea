// Judging pictures of tickets, one after the other.

import Admission
import DoorDisplay
import DoorTexts
import Ledger
import QRReader
import Scanner
import TicketSigning

/// One batch of pictures, judged as one gate would.
actor PictureCheck {
    private let desk: AdmissionDesk
    private let admits: Bool
    private let limits: ImageLimits
    private let decoding: DecoderLocation
    private var clock: ClockMonitor
    private var dryRun = DryRun()
    /// The reading of each picture. A browser sends one again if it has not seen the answer, also while it is being
    /// read, and that must not admit anybody twice.
    private var readings: [Picture: Task<Finding, any Error>] = [:]
    /// The last picture to be judged: one after the other, in the order in which they were read.
    private var last: Task<[Finding.Code], Never>?

    private struct Picture: Hashable {
        let name: String
        let digest: [UInt8]
    }

    /// As many decoders as the page sends pictures at a time.
    private var idle: [PictureDecoder]

    /// - Parameters:
    ///   - desk: The desk of the gate.
    ///   - admits: Whether admissions are recorded.
    ///   - clock: Whether this machine's clock can be trusted.
    ///   - limits: The size limits of pictures.
    ///   - decoding: Where pictures are decoded.
    init(_ desk: AdmissionDesk, admits: Bool, clock: ClockMonitor, limits: ImageLimits, decoding: DecoderLocation) {
        (self.desk, self.admits, self.clock) = (desk, admits, clock)
        (self.limits, self.decoding) = (limits, decoding)
        idle = []
    }

    /// What was found in a picture.
    struct Finding: Encodable, Sendable {
        let codes: [Code]

        /// A code with its verdict.
        struct Code: Encodable, Sendable {
            let style: String
            let reason: String
            let headline: String
            let detail: String
            let name: String?
            /// The earlier picture of the batch that has the same ticket.
            let copyOf: String?
            /// The corners in the picture's pixels, in order around the code.
            let corners: [[Double]]
        }
    }

    /// Reads a picture and judges its codes.
    ///
    /// - Parameters:
    ///   - file: The picture.
    ///   - name: What it is called on the person's machine.
    /// - Returns: The verdicts.
    /// - Throws: ``OfficeRefusal`` for a file that is no picture; `LedgerError`.
    func read(_ file: TemporaryFile, named name: String) async throws -> Finding {
        let picture = Picture(name: name, digest: try file.digest())
        if let reading = readings[picture] { return try await reading.value }
        let reading = Task { try await Finding(codes: judged(codes(in: file), in: name)) }
        readings[picture] = reading
        return try await reading.value
    }

    private func codes(in file: TemporaryFile) async throws -> [DetectedCode] {
        let decoder = idle.popLast() ?? PictureDecoder(decoding, limits: limits)
        defer { idle.append(decoder) }
        do {
            return try await decoder.codes(inFile: file.path, limits: limits).codes
        } catch let error as ImageFileError {
            let words = "\(error)"
            throw OfficeRefusal(words.prefix(1).uppercased() + words.dropFirst() + ".")
        }
    }

    private func judged(_ codes: [DetectedCode], in name: String) async -> [Finding.Code] {
        let before = last
        let turn = Task {
            _ = await before?.value
            var judged: [Finding.Code] = []
            for code in codes { judged.append(await judge(code, in: name)) }
            return judged
        }
        last = turn
        return await turn.value
    }

    /// Judges a code. If that fails, the others of the picture keep their verdicts: they may be recorded.
    private func judge(_ code: DetectedCode, in name: String) async -> Finding.Code {
        do {
            return try await verdict(on: code, in: name)
        } catch {
            return Finding.Code(
                style: "ask", reason: "error", headline: "NOT JUDGED", detail: "\(error)", name: nil, copyOf: nil,
                corners: code.corners.map { [$0.x, $0.y] })
        }
    }

    private func verdict(on code: DetectedCode, in name: String) async throws -> Finding.Code {
        let now = WallClock.now
        let trust = clock.trust(wall: now, elapsed: .now)
        let examined = desk.examine(String(decoding: code.bytes, as: UTF8.self))
        let verdict: Verdict
        if admits {
            verdict = try await desk.decide(examined, on: now, clock: trust)
        } else {
            // A copy: an actor's state is not lent across a wait.
            var trial = dryRun
            verdict = try await desk.decideWithoutRecording(examined, on: now, clock: trust, from: name, in: &trial)
            dryRun = trial
        }
        let wording = Wording(verdict: verdict, now: now)
        return Finding.Code(
            style: verdict.style.rawValue, reason: verdict.reasonCode, headline: wording.headline,
            detail: wording.detail, name: verdict.history?.guestName, copyOf: verdict.sameAs,
            corners: code.corners.map { [$0.x, $0.y] })
    }

    /// Ends the decoders.
    func end() async {
        for decoder in idle { await decoder.end() }
        idle = []
    }
}
