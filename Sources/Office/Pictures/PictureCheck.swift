// Judging pictures of tickets, one after the other.

import Admission
import DoorDisplay
import DoorTexts
import FoundationEssentials
import Ledger
import Organising
import QRReader
import Scanner
import TicketSigning

/// One batch of pictures, judged as one gate would.
actor PictureCheck {
    private let desk: AdmissionDesk
    private let admits: Bool
    private let language: Language
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
        var digest: [UInt8] = []
        /// The ZIP file that it is in, and its number there.
        var place: [Int] = []
    }

    private var zips: [(name: String, zip: PictureZip)] = []
    private var lastUse = SuspendingClock.now

    /// How long nobody has asked for anything.
    var silence: Duration { arriving > 0 ? .zero : SuspendingClock.now - lastUse }
    /// How many ZIP files are being sent: that may take as long as it likes.
    private var arriving = 0

    /// Notes that a ZIP file begins to arrive, or has arrived.
    func noteArriving(_ isArriving: Bool) {
        arriving += isArriving ? 1 : -1
        lastUse = .now
    }

    private var hasEnded = false

    /// As many decoders as the page sends pictures at a time.
    private var idle: [PictureDecoder]

    /// - Parameters:
    ///   - desk: The desk of the gate.
    ///   - admits: Whether admissions are recorded.
    ///   - language: The language of verdicts.
    ///   - clock: Whether this machine's clock can be trusted.
    ///   - limits: The size limits of pictures.
    ///   - decoding: Where pictures are decoded.
    init(
        _ desk: AdmissionDesk, admits: Bool, language: Language, clock: ClockMonitor, limits: ImageLimits,
        decoding: DecoderLocation
    ) {
        (self.desk, self.admits, self.language, self.clock) = (desk, admits, language, clock)
        (self.limits, self.decoding) = (limits, decoding)
        idle = []
    }

    /// What was found in a picture.
    struct Finding: Encodable, Sendable {
        var codes: [Code]
        /// The picture, if it has no code and comes from a ZIP file.
        var wholePicture: SmallPicture?

        /// A small square of a picture that the browser does not have.
        struct SmallPicture: Encodable, Sendable {
            let side: Int
            /// A byte for each pixel, row by row.
            let luma: Data
            /// The code's corners in the square's pixels; empty without a code.
            let corners: [[Double]]
        }

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
            /// The code, if it comes from a ZIP file.
            var codePicture: SmallPicture?
        }

        /// The same verdicts without small pictures.
        fileprivate var withoutPictures: Finding {
            var plain = self
            plain.wholePicture = nil
            for index in plain.codes.indices { plain.codes[index].codePicture = nil }
            return plain
        }
    }

    /// What is in a ZIP file.
    struct ZipContents: Encodable, Sendable {
        /// The file's number in the batch, from 0.
        let zip: Int
        let entries: [Entry]
        /// The number of files that are certainly no pictures.
        let passedOver: Int

        struct Entry: Encodable, Sendable {
            let number: Int
            let name: String
            /// Why it cannot be read.
            let problem: String?
        }
    }

    /// Opens a ZIP file, whose pictures are read from then on.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - name: What it is called on the person's machine.
    /// - Returns: What is in it.
    /// - Throws: ``OfficeRefusal`` if nothing in it can be read.
    func open(_ file: TemporaryFile, named name: String) async throws -> ZipContents {
        lastUse = .now
        guard zips.count < PictureZip.mostAtOnce else {
            throw OfficeRefusal("These are more than \(PictureZip.mostAtOnce) ZIP files; read the others afterwards.")
        }
        let zip = PictureZip(limits: limits)
        let contents: PictureZip.Contents
        do {
            contents = try await zip.open(file.path)
        } catch let error as PictureZipError {
            throw OfficeRefusal(Self.sentence(error))
        }
        guard !hasEnded else { throw OfficeRefusal.missing("batch") }
        zips.append((name, zip))
        return ZipContents(
            zip: zips.count - 1,
            entries: contents.entries.map {
                .init(number: $0.number, name: $0.name, problem: $0.fault.map { Self.sentence($0) })
            },
            passedOver: contents.passedOver)
    }

    /// Reads a picture in a ZIP file and judges its codes.
    ///
    /// - Parameters:
    ///   - entry: The picture's number in the ZIP file.
    ///   - number: The ZIP file's number in the batch.
    /// - Returns: The verdicts, with small pictures.
    /// - Throws: ``OfficeRefusal`` for what is no picture or cannot be unpacked; ``FileError``, `LedgerError`.
    func read(entry: Int, ofZip number: Int) async throws -> Finding {
        lastUse = .now
        defer { lastUse = .now }
        guard zips.indices.contains(number) else { throw OfficeRefusal.missing("picture") }
        let (folder, zip) = zips[number]
        guard let name = await zip.name(of: entry) else { throw OfficeRefusal.missing("picture") }
        return try await reading(Picture(name: name, place: [number, entry])) {
            let file: TemporaryFile
            do {
                file = try await zip.unpack(entry)
            } catch let error as PictureZipError {
                throw OfficeRefusal(Self.sentence(error))
            }
            return try await self.finding(in: file, named: "\(folder)/\(name)")
        }
    }

    private static func sentence(_ error: some CustomStringConvertible) -> String {
        let words = "\(error)"
        return words.prefix(1).uppercased() + words.dropFirst() + (words.hasSuffix("?") ? "" : ".")
    }

    /// Returns what is found in a picture, whose pixels the answer brings along.
    private func finding(in file: TemporaryFile, named name: String) async throws -> Finding {
        let pages = try await decoded { try await $0.pages(inFile: file.path, limits: self.limits) }
        let codes = pages.flatMap { page in page.codes.map { (page, $0) } }
        guard !codes.isEmpty else {
            return Finding(codes: [], wholePicture: Finding.SmallPicture(pages.first?.frame, around: []))
        }
        var judged = await judged(codes.map { page, code in code.placed(in: page) }, in: name)
        for (number, (page, code)) in codes.prefix(Self.mostSmall).enumerated() {
            judged[number].codePicture = Finding.SmallPicture(page.frame, around: code.corners)
        }
        return Finding(codes: judged)
    }

    /// The most small pictures of one picture: a sheet of labels.
    private static let mostSmall = 24

    /// Reads a picture and judges its codes.
    ///
    /// - Parameters:
    ///   - file: The picture.
    ///   - name: What it is called on the person's machine.
    /// - Returns: The verdicts.
    /// - Throws: ``OfficeRefusal`` for a file that is no picture; `LedgerError`.
    func read(_ file: TemporaryFile, named name: String) async throws -> Finding {
        lastUse = .now
        return try await reading(Picture(name: name, digest: try file.digest())) {
            let codes = try await self.decoded { try await $0.codes(inFile: file.path, limits: self.limits).codes }
            return Finding(codes: await self.judged(codes, in: name))
        }
    }

    private func reading(
        _ picture: Picture, by read: @escaping @Sendable () async throws -> Finding
    ) async throws -> Finding {
        if let reading = readings[picture] { return try await reading.value }
        let reading = Task { try await read() }
        readings[picture] = reading
        do {
            let found = try await reading.value
            // Pictures of thousands of codes would fill the memory; who asks again gets the verdicts.
            readings[picture] = Task { found.withoutPictures }
            return found
        } catch {
            // What has failed, for want of room on the disk perhaps, may work when the page asks again.
            readings[picture] = nil
            throw error
        }
    }

    private func decoded<Result: Sendable>(
        by decode: @Sendable (PictureDecoder) async throws -> Result
    ) async throws -> Result {
        let decoder = idle.popLast() ?? PictureDecoder(decoding, limits: limits)
        let result: Result
        do {
            result = try await decode(decoder)
        } catch {
            await putBack(decoder)
            guard let error = error as? ImageFileError else { throw error }
            throw OfficeRefusal(Self.sentence(error))
        }
        await putBack(decoder)
        return result
    }

    /// Keeps a decoder for the next picture, unless the batch has ended meanwhile.
    private func putBack(_ decoder: PictureDecoder) async {
        if hasEnded { await decoder.end() } else { idle.append(decoder) }
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
        let wording = Wording(verdict: verdict, now: now, language: language)
        return Finding.Code(
            style: verdict.style.rawValue, reason: verdict.reasonCode, headline: wording.headline,
            detail: wording.detail, name: verdict.history?.guestName, copyOf: verdict.sameAs,
            corners: code.corners.map { [$0.x, $0.y] })
    }

    /// Ends the decoders, and forgets the ZIP files.
    func end() async {
        hasEnded = true
        zips = []
        for decoder in idle { await decoder.end() }
        idle = []
    }
}

extension PictureCheck.Finding.SmallPicture {
    /// The side of a small picture: that of the page, on a screen with two dots for each pixel.
    private static let pixels = 144

    fileprivate init?(_ frame: Frame?, around corners: [Point]) {
        guard let square = frame?.square(around: corners, side: Self.pixels) else { return nil }
        self.init(side: Self.pixels, luma: Data(square.luma), corners: square.corners.map { [$0.x, $0.y] })
    }
}

extension DetectedCode {
    /// Returns the code with its place in the file's picture, of which a smaller copy was examined.
    fileprivate func placed(in page: DecodedPicture) -> DetectedCode {
        DetectedCode(
            bytes: bytes, parts: parts, corners: corners.map { Point(x: $0.x * page.scale, y: $0.y * page.scale) })
    }
}
