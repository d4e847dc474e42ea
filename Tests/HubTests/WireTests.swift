// Pages of records on the wire.

import FoundationEssentials
import Ledger
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol

struct WireTests {
    private func page(_ bodies: [String], hasMore: Bool = false) throws -> FeedPage {
        let box = BoxID.random()
        let records = try bodies.enumerated().map { number, body in
            number.isMultiple(of: 2)
                ? try HubRecord.scan(box, Int64(number + 1), body)
                : try HubRecord.version(.ticket, of: .random(), Int64(number) << 40, by: box, body)
        }
        return FeedPage(start: 5, cursor: FeedCursor(epoch: .random(), rev: 7), records: records, hasMore: hasMore)
    }

    @Test("A page is the JSON that the API's description has, whatever is in it, and both ways of reading it agree")
    func pages() throws {
        let odd = ["{\"a\":\"b\\\\c\"}", "Jörg 李 🎟️", "", "\u{1}\u{1F}\n\t", "/", "\u{7F}\u{2028}", "\\\"", "\""]
        for bodies in [[], ["plain"], odd, Array(odd.dropLast(5)), Self.signed] {
            for hasMore in [true, false] {
                let page = try page(bodies, hasMore: hasMore)
                let text = PageEncoder(page).bytes
                let wire = try JSONDecoder().decode(Wire.Page.self, from: Data(text))
                #expect(wire.records.compactMap(\.record) == page.records)
                #expect((wire.epoch, wire.from, wire.rev, wire.more) == (page.cursor.epoch, 5, 7, hasMore))
                var reader = PageDecoder(text)
                if let read = reader.page() {
                    #expect(read.records.compactMap(\.record) == page.records)
                    #expect((read.epoch, read.from, read.rev, read.more) == (page.cursor.epoch, 5, 7, hasMore))
                } else {
                    // Control characters are left to JSONDecoder.
                    #expect(bodies.contains { $0.unicodeScalars.contains { $0.value < 0x20 } })
                }
            }
        }
    }

    @Test("The answer to an upload is read as it was written, with its page and without")
    func uploadAnswer() throws {
        for bodies in [[], Self.signed] {
            let (page, results) = (try page(bodies), bodies.isEmpty ? [] : UploadResult.allCases)
            let text = PageEncoder(page, answering: results).bytes
            let wire = try JSONDecoder().decode(Wire.UploadAnswer.self, from: Data(text))
            var reader = PageDecoder(text)
            let read = reader.uploadAnswer()
            for answer in [wire, try #require(read)] {
                #expect(answer.results == results && answer.page?.end == page.cursor)
                #expect(answer.page?.records.compactMap(\.record) == page.records)
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            #expect(Array(try encoder.encode(wire)) == text)
            for count in text.indices {
                var reader = PageDecoder(Array(text.prefix(count)))
                #expect(reader.uploadAnswer() == nil)
            }
        }
        var reader = PageDecoder(Array(#"{"results":["taken"]}"#.utf8))
        #expect(reader.uploadAnswer() == nil)
        let text = String(decoding: PageEncoder(try page([]), answering: [.taken]).bytes, as: UTF8.self)
        var unknown = PageDecoder(Array(text.replacing("taken", with: "lost").utf8))
        #expect(unknown.uploadAnswer() == nil)
    }

    /// Bodies that end with a signature, or nearly.
    private static let signed =
        [
            #"{"kind":"scan","record":{},"signature":"Az09-_"}"#, #"{"kind":"scan","record":{}}"#,
            #","signature":"a"}"#,
            #"{"a":1,"signature":""}"#, #"{"a":1,"signature":"a.b"}"#, #"{"a":1,"signature":"a\"}"#,
            #"{"signature":"a"}"#,
            #"{"a":1,"signature":"a"}}"#, #"{"a":1,"signature":"a","signature":"b"}"#, #"{"李":1,"signature":"a"}"#,
        ] + [249, 250, 251, 300].map { #"{"a":1,"signature":"\#(String(repeating: "x", count: $0))"}"# }

    @Test("Signatures at the ends of bodies are one text, after all that repeats")
    func signatures() throws {
        let text = String(decoding: PageEncoder(try page(Array(Self.signed.prefix(3)))).bytes, as: UTF8.self)
        #expect(text.hasSuffix(#"],"rev":7,"signatures":"Az09-_..a."}"#))
        #expect(text.contains(#""body":"{\"kind\":\"scan\",\"record\":{}}","box""#))
        #expect(!text.contains(#"\"signature"#))
        let page = try JSONDecoder().decode(Wire.Page.self, from: Data(text.utf8))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(String(decoding: try encoder.encode(page), as: UTF8.self) == text)
    }

    @Test("A page with more signatures than records, or fewer, is no page")
    func unequal() throws {
        let text = String(decoding: PageEncoder(try page(Array(Self.signed.prefix(2)))).bytes, as: UTF8.self)
        for other in ["Az09-_.", "Az09-_...", "Az09-_..a", "", ".Az09-_", "Az09-_"] {
            let changed = Array(text.replacing("Az09-_..", with: other).utf8)
            var reader = PageDecoder(changed)
            #expect(reader.page() == nil, "\(other)")
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Wire.Page.self, from: Data(changed)) }
        }
    }

    @Test("A page that is cut off or changed is no page, or another one")
    func spoiled() throws {
        var generator = SeededGenerator()
        let page = try page(["{\"kind\":\"scan\"}", "x\\y", Self.signed[0]])
        let text = PageEncoder(page).bytes
        for count in text.indices {
            var reader = PageDecoder(Array(text.prefix(count)))
            #expect(reader.page() == nil)
        }
        for place in text.indices {
            var changed = text
            changed[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
            var reader = PageDecoder(changed)
            guard changed != text, let read = reader.page() else { continue }
            let decoded = try? JSONDecoder().decode(Wire.Page.self, from: Data(changed))
            #expect(decoded?.records.map(\.body) == read.records.map(\.body), "seed \(generator.seed)")
        }
    }

    @Test("A page ends after 500 records or a mebibyte, and one long record is a page")
    func lengths() throws {
        let (short, long) = (try page(["x"]).records, try page([String(repeating: "y", count: 60_000)]).records)
        func length(_ records: [HubRecord]) -> Int { FeedPage.length(of: records) }
        #expect(length([]) == 0)
        #expect(length(Array(repeating: short[0], count: 1001)) == FeedPage.limit)
        #expect(length(Array(repeating: long[0], count: 100)) == FeedPage.byteLimit / 60_000)
        #expect(length(long) == 1)
    }

    @Test("Whatever a compressed body says, no more than is allowed is written")
    func compressed() throws {
        let plain = [UInt8](repeating: 7, count: 100_000)
        let packed = try #require(ZstdFrame.pack(plain))
        #expect(packed.count < 100)
        #expect(ZstdFrame.open(packed, atMost: plain.count) == plain)
        #expect(ZstdFrame.open(packed, atMost: plain.count - 1) == nil)
        #expect(ZstdFrame.open(packed.dropLast(), atMost: plain.count) == nil)
        #expect(ZstdFrame.open(packed + [0], atMost: plain.count) == nil)
        #expect(ZstdFrame.open([], atMost: 10) == nil)
        #expect(ZstdFrame.open(plain, atMost: 1 << 20) == nil)
        var generator = SeededGenerator()
        for place in packed.indices {
            var changed = packed
            changed[place] ^= UInt8.random(in: 1...255, using: &generator)
            #expect((ZstdFrame.open(changed, atMost: plain.count)?.count ?? 0) <= plain.count, "seed \(generator.seed)")
        }
    }
}
