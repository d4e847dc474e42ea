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
    /// What was found in each picture. A browser sends one again if it has not seen the answer, and that must not admit
    /// anybody twice.
    private var findings: [Picture: Finding] = [:]

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
    struct Finding: Encodable {
        let codes: [Code]

        /// A code with its verdict.
        struct Code: Encodable {
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
    func read(_ file: UploadedFile, named name: String) async throws -> Finding {
        let picture = Picture(name: name, digest: try file.digest())
        if let known = findings[picture] { return known }
        let decoder = idle.popLast() ?? PictureDecoder(decoding, limits: limits)
        defer { idle.append(decoder) }
        let found: DecodedPicture
        do {
            found = try await decoder.codes(inFile: file.path, limits: limits)
        } catch let error as ImageFileError {
            let words = "\(error)"
            throw OfficeRefusal(words.prefix(1).uppercased() + words.dropFirst() + ".")
        }
        var codes: [Finding.Code] = []
        for code in found.codes { codes.append(try await judge(code, in: name)) }
        let finding = Finding(codes: codes)
        findings[picture] = finding
        return finding
    }

    private func judge(_ code: DetectedCode, in name: String) async throws -> Finding.Code {
        let now = WallClock.now
        let trust = clock.trust(wall: now, elapsed: .now)
        let examined = desk.examine(String(decoding: code.bytes, as: UTF8.self))
        let verdict: Verdict
        if admits {
            verdict = try await desk.decide(examined, on: now, clock: trust)
        } else {
            // A copy: an actor's state is not lent across a wait, during which another picture may be judged.
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
