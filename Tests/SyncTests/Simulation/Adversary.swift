// What whoever has a stolen box, or the hub, makes of records.

import FoundationEssentials
import Ledger
import Sync
import TestSupport
import TicketSigning

@testable import Ledger

/// Changes, drops, repeats, reorders and signs records, by chance.
struct Adversary {
    private var random: SeededGenerator
    /// Whose key it has; the hub has none of a box.
    private let key: BoxKey?
    /// Identifiers that it puts in place of others.
    private let identifiers: [String]

    /// - Parameters:
    ///   - seed: Gives the same again.
    ///   - key: A stolen box's key.
    ///   - identifiers: Those of boxes, tickets and events.
    init(seed: UInt64, key: BoxKey? = nil, identifiers: [String]) {
        random = SeededGenerator(seed: seed)
        self.key = key
        self.identifiers = identifiers
    }

    /// Returns a page made from another one.
    ///
    /// - Parameters:
    ///   - page: A page as it should be.
    ///   - count: The number of its records that are looked at.
    /// - Returns: What it hands out instead.
    /// - Throws: `EncodingError`.
    mutating func forge(_ page: SharedPage, count: Int = 40) throws -> SharedPage {
        let chosen = Bool.random(using: &random) ? page.signed : page.signed.shuffled(using: &random)
        var signed: [SignedRecord] = []
        for one in chosen.prefix(count) {
            switch Int.random(in: 0..<7, using: &random) {
            case 6: signed += try inserted(one, in: page)
            case 0: continue
            case 1: signed += [one, one]
            case 2: signed.append(one)
            case 3: signed.append(SignedRecord(one.record, signature: try signature(of: one.record, instead: one)))
            default:
                let other = try changed(one.record)
                signed.append(SignedRecord(other, signature: try signature(of: other, instead: one)))
            }
        }
        var end = page.end
        end.lists += Int64.random(in: 0...1000, using: &random)
        end.tickets += Int64.random(in: 0...1000, using: &random)
        return SharedPage(start: Bool.random(using: &random) ? page.start : nil, end: end, signed: signed)
    }

    /// Returns a changed line that follows from the one before it, and the line that followed the original: its
    /// signature must not vouch for what it does not follow.
    private mutating func inserted(_ one: SignedRecord, in page: SharedPage) throws -> [SignedRecord] {
        guard let place = one.record.place else { return [one] }
        let log = page.signed.filter { $0.record.place?.log == place.log && $0.record.place?.box == place.box }
        let before = log.first { $0.record.place?.seq == place.seq - 1 }?.record.place?.chain
        guard place.seq == 1 || before != nil else { return [one] }
        let other = try changed(one.record).chained(after: before)
        let next = log.first { $0.record.isChained(to: one.record) }
        return [SignedRecord(other, signature: try signature(of: other, instead: one))] + (next.map { [$0] } ?? [])
    }

    private mutating func signature(of record: SharedRecord, instead one: SignedRecord) throws -> RecordBytes? {
        switch (Int.random(in: 0..<4, using: &random), key) {
        case (0, _): return one.signature
        case (1, _): return nil
        case (2, let key?):
            if let place = record.place { return LineSignature.sign(place.chain, by: key) }
            return try VersionSignature.sign(record, by: key)
        default: return RecordBytes(random.bytes(64))
        }
    }

    /// Returns a record with another number, identifier or word somewhere, if that makes one.
    private mutating func changed(_ record: SharedRecord) throws -> SharedRecord {
        let line = String(decoding: try record.line(), as: UTF8.self)
        for _ in 0..<4 {
            let other: String
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                let numbers = [0, 1, -1, 2, 1 << 31, 1 << 53, Int64.max, Int64.random(in: 0...99, using: &random)]
                other = replaced(line, /:\-?[0-9]+(?=[,}])/, by: ":\(numbers.randomElement(using: &random) ?? 0)")
            case 1:
                other = replaced(
                    line, /"[0-9a-f]{8}-[0-9a-f-]{27}"/,
                    by: "\"\(identifiers.randomElement(using: &random) ?? "")\"")
            default:
                let words = ["valid", "revoked", "blocked", "restore", "revoke", "reissue", "entry", "void", "x"]
                other = replaced(line, /"[a-z]+"(?=[,}])/, by: "\"\(words.randomElement(using: &random) ?? "x")\"")
            }
            if let record = try? SharedRecord(line: Data(other.utf8)) { return record }
        }
        return record
    }

    private mutating func replaced(_ line: String, _ pattern: Regex<Substring>, by text: String) -> String {
        guard let match = line.matches(of: pattern).randomElement(using: &random) else { return line }
        return line.replacingCharacters(in: match.range, with: text)
    }
}

extension SharedRecord {
    /// Returns the same line with the chain value that it has after another one.
    func chained(after parent: RecordBytes?) throws -> SharedRecord {
        guard let place, let chain = chainValue(after: parent) else { return self }
        let line = String(decoding: try line(), as: UTF8.self)
        let chained = line.replacing(place.chain.base64url, with: chain.base64url)
        return try SharedRecord(line: Data(chained.utf8))
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        var copy = self
        copy.replaceSubrange(range, with: text)
        return copy
    }
}

/// A hub that keeps back what it gets, and changes what it hands out.
struct HostileHubTransport: SyncTransport {
    let hub: any SyncTransport
    let seed: UInt64
    let identifiers: [String]

    /// It lies about the time.
    var clockOffset: Int64? { [nil, 86_400_000, -86_400_000, .max, .min][Int(seed % 5)] }

    func versionVector(hearing own: VersionVector) async throws -> VersionVector {
        // It may say that it has everything already.
        seed % 3 == 0 ? own : try await hub.versionVector(hearing: own)
    }

    func send(_ page: SharedPage, from own: VersionVector) async throws -> VersionVector {
        // It says that it has the page, and stores it or not.
        if seed % 2 == 0 { _ = try await hub.send(page, from: own) }
        return own
    }

    func page(after own: VersionVector) async throws -> SharedPage {
        var adversary = Adversary(seed: seed &+ 1, identifiers: identifiers)
        return try adversary.forge(try await hub.page(after: own))
    }
}
