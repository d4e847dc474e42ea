// ZIP files of pictures in the office.

import CZip
import Foundation
import TestSupport
import Testing

@testable import Office

struct ZipTests {
    /// Serves an office with an event, the picture of one ticket's code, and a batch.
    private func withBatch(
        admit: Bool = false,
        _ body: @Sendable @escaping (RunningOffice, _ batch: String, _ picture: [UInt8]) async throws -> Void
    ) async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name,email,admits\nAda,ada@example.org,10\n", to: event)
            let ticket = try #require(try await office.tickets(of: event).first?["id"] as? String)
            let batch = try await office.post("/office/events/\(event)/pictures", ["gate": "main", "admit": admit])
            let picture = try await office.get("/office/tickets/\(ticket)/code.png").body
            try await body(office, "/office/pictures/\(batch.text("batch"))", picture)
        }
    }

    /// Returns a ZIP file with these files, packed; those with a password are encrypted.
    private func zip(_ files: [(name: String, bytes: [UInt8])], password: String? = nil) throws -> [UInt8] {
        try withTemporaryFolder { folder in
            let path = folder + "/made.zip"
            let archive = try #require(zip_open(path, ZIP_CREATE, nil))
            for (name, bytes) in files {
                // libzip frees the copy.
                let copy = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 1)
                copy.copyMemory(from: bytes, byteCount: bytes.count)
                let source = try #require(zip_source_buffer(archive, copy, UInt64(bytes.count), 1))
                let place = zip_file_add(archive, name, source, 0)
                try #require(place >= 0)
                if let password {
                    try #require(zip_file_set_encryption(archive, UInt64(place), UInt16(ZIP_EM_AES_256), password) == 0)
                }
            }
            try #require(zip_close(archive) == 0)
            return Array(try Data(contentsOf: URL(filePath: path)))
        }
    }

    private func open(_ zip: [UInt8], in batch: String, _ office: RunningOffice) async throws -> RunningOffice.Answer {
        try await office.upload(zip, to: "\(batch)/zips?name=night.zip")
    }

    private func read(
        _ name: String, of opened: RunningOffice.Answer, in batch: String, _ office: RunningOffice
    ) async throws -> RunningOffice.Answer {
        let entry = opened.list("entries").first { $0["name"] as? String == name }
        let number = try #require(entry?["number"] as? Int)
        return try await office.post("\(batch)/zips/\(opened.object["zip"] as? Int ?? -1)/\(number)")
    }

    /// Returns how many descriptors of this process are of unnamed files of this size.
    private func descriptors(ofFileWith count: Int) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.count { name in
            let path = "/proc/self/fd/\(name)"
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path),
                target.contains("/doorcheck-upload-"), target.hasSuffix(" (deleted)")
            else { return false }
            return (try? Data(contentsOf: URL(filePath: path)).count) == count
        }
    }

    @Test(
        "The pictures in a ZIP file are judged, each with a small picture of its code, and a Mac's files are left out")
    func judged() async throws {
        try await withBatch { office, batch, picture in
            let files = ["a.png", "friends/b.png", "__MACOSX/friends/._b.png", "friends/.DS_Store", "notes.txt"]
            let opened = try await open(try zip(files.map { ($0, picture) }), in: batch, office)
            #expect(opened.list("entries").compactMap { $0["name"] as? String } == ["a.png", "friends/b.png"])
            #expect(opened.object["passedOver"] as? Int == 3)
            let first = try await read("a.png", of: opened, in: batch, office).list("codes")
            #expect(first.first?["style"] as? String == "admit" && first.first?["name"] as? String == "Ada")
            let small = try #require(first.first?["codePicture"] as? [String: Any])
            #expect(Data(base64Encoded: small["luma"] as? String ?? "")?.count == 144 * 144)
            let corners = try #require(small["corners"] as? [[Double]])
            #expect(corners.count == 4 && corners.allSatisfy { $0.allSatisfy { (20..<124).contains($0) } })
            let second = try await read("friends/b.png", of: opened, in: batch, office).list("codes").first
            #expect((second?["copyOf"] as? String)?.hasSuffix("a.png") == true)
            // The verdict is kept for a page that asks again, and the picture is not.
            let again = try await read("friends/b.png", of: opened, in: batch, office).list("codes").first
            #expect(again?["style"] as? String == second?["style"] as? String)
            #expect(second?["codePicture"] != nil && again?["codePicture"] == nil)
        }
    }

    @Test("A picture in a ZIP file that is asked for again admits nobody twice")
    func onceEach() async throws {
        try await withBatch(admit: true) { office, batch, picture in
            let opened = try await open(try zip([("a.png", picture)]), in: batch, office)
            let first = try await read("a.png", of: opened, in: batch, office)
            let again = try await read("a.png", of: opened, in: batch, office)
            for answer in [first, again] { #expect(answer.list("codes").first?["style"] as? String == "admit") }
            #expect(again.list("codes").first?["detail"] as? String == first.list("codes").first?["detail"] as? String)
        }
    }

    @Test("A ZIP file is gone once its batch ends, and its pictures are not read any more")
    func nothingIsLeft() async throws {
        try await withBatch { office, batch, picture in
            // A size that no other file of these tests has.
            let packed = try zip([("a.png", picture), ("b.bin", (0..<123_457).map { _ in .random(in: 0...255) })])
            let opened = try await open(packed, in: batch, office)
            #expect(descriptors(ofFileWith: packed.count) > 0)
            #expect(try await read("a.png", of: opened, in: batch, office).status == 200)
            #expect(try await office.post("\(batch)/end").status == 204)
            #expect(descriptors(ofFileWith: packed.count) == 0)
            #expect(try await office.post("\(batch)/zips/0/0").status == 404)
        }
    }

    @Test("What cannot be read in a ZIP file is told with a sentence, and the rest is read")
    func faults() async throws {
        try await withBatch { office, batch, picture in
            let inner = try zip([("a.png", picture)])
            let files: [(String, [UInt8])] = [
                ("a.png", picture), ("inner.zip", inner), ("other.png", inner), ("text.png", Array("hello".utf8)),
                ("large.png", [UInt8](repeating: 0, count: 65 << 20)),
            ]
            let opened = try await open(try zip(files), in: batch, office)
            var problems: [String: String] = [:]
            for entry in opened.list("entries") {
                problems[entry["name"] as? String ?? ""] = entry["problem"] as? String
            }
            #expect(problems["inner.zip"]?.hasPrefix("A ZIP file in a ZIP file is not opened") == true)
            #expect(problems["large.png"]?.contains("limit of 64 MiB") == true)
            for (name, words) in [("other.png", "ZIP file in a ZIP file"), ("text.png", "This is not a picture")] {
                let answer = try await read(name, of: opened, in: batch, office)
                #expect(answer.status == 422 && answer.said.contains(words), "\(answer.said)")
            }
            #expect(try await read("a.png", of: opened, in: batch, office).list("codes").count == 1)
        }
    }

    @Test("A picture that unpacks to more than its ZIP file states is not read")
    func bomb() async throws {
        try await withBatch { office, batch, picture in
            var packed = try zip([("a.png", [UInt8](repeating: 0, count: 1 << 20) + picture)])
            // The unpacked size in the local header and in the table of contents.
            for (mark, offset) in [([0x50, 0x4B, 3, 4] as [UInt8], 22), ([0x50, 0x4B, 1, 2], 24)] {
                let place = try #require(packed.firstRange(of: mark)?.lowerBound) + offset
                packed.replaceSubrange(place..<place + 4, with: [100, 0, 0, 0])
            }
            let opened = try await open(packed, in: batch, office)
            let answer = try await read("a.png", of: opened, in: batch, office)
            #expect(answer.status == 422 && answer.said.hasPrefix("It is damaged"), "\(answer.said)")
        }
    }

    @Test("Encrypted pictures and damaged ZIP files are told in one sentence each")
    func refused() async throws {
        try await withBatch { office, batch, picture in
            let encrypted = try zip([("a.png", picture), ("b.png", picture)], password: "secret")
            let whole = try zip([("a.png", picture), ("b.png", picture)])
            var large = whole
            let end = try #require(large.firstRange(of: [0x50, 0x4B, 5, 6])?.lowerBound)
            large.replaceSubrange(end + 12..<end + 16, with: [0, 0, 0, 0x7F])
            for (bytes, words) in [
                (encrypted, "The ZIP file is encrypted"), (Array(whole.dropLast(40)), "or it is damaged"),
                (Array("hello".utf8), "not a ZIP file"), ([], "not a ZIP file"), (large, "very long names"),
            ] {
                let answer = try await open(bytes, in: batch, office)
                #expect(answer.status == 422 && answer.said.contains(words), "\(answer.said)")
            }
            // The table of contents is whole, and a picture is not.
            var broken = whole
            let start = try #require(broken.firstRange(of: Array("b.png".utf8))?.upperBound)
            for place in start + 10..<start + 60 { broken[place] ^= 0xFF }
            let opened = try await open(broken, in: batch, office)
            let answer = try await read("b.png", of: opened, in: batch, office)
            #expect(answer.status == 422 && answer.said.hasPrefix("It is damaged"), "\(answer.said)")
            #expect(try await read("a.png", of: opened, in: batch, office).status == 200)
        }
    }

    @Test("Names in a ZIP file are shown without characters that change other text, and lead nowhere")
    func names() async throws {
        try await withBatch { office, batch, picture in
            let long = String(repeating: "x", count: 300) + ".png"
            let opened = try await open(
                try zip([
                    ("../../etc/a.png", picture), ("/b.png", picture), ("c\u{202E}gnp.png", picture),
                    ("d\u{1B}[31m.png", picture), (long, picture),
                ]), in: batch, office)
            let names = opened.list("entries").compactMap { $0["name"] as? String }
            #expect(names.count == 5 && names.allSatisfy { $0.count <= 200 })
            #expect(names.contains(#"c\u{202e}gnp.png"#))
            let controls = names.joined().unicodeScalars.filter { $0.properties.generalCategory == .control }
            #expect(controls.isEmpty)
            #expect(try await read("../../etc/a.png", of: opened, in: batch, office).status == 200)
            #expect(try await office.post("\(batch)/zips/0/99").status == 404)
            #expect(try await office.post("\(batch)/zips/9/0").status == 404)
        }
    }
}
