// Tickets on every paper and on phones, read back by the door's own reader.

import Foundation
import TestSupport
import Testing

struct PrintTests {
    /// Sets what tickets show, with texts that take all the room there is.
    private func decorate(_ event: SampleEvent) async throws {
        // A red square of 64 pixels.
        let png = """
            iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mM4ISeHFTEMLQkAkL9BAc9woTwAAAAASUVORK5CYII=
            """
        let data = try #require(Data(base64Encoded: png))
        try data.write(to: URL(filePath: event.folder + "/logo.png"))
        let settings = [
            [
                "--venue", "Uganda National Cultural Centre, Main Auditorium", "--address",
                "De Winton Street, Nakasero, Kampala", "--logo", event.folder + "/logo.png",
            ],
            ["--tier", "VIP", "--colour", "101418"], ["--tier", "Regular", "--colour", "#fff8e0"],
        ]
        for options in settings {
            let result = try await event.doorcheck.run(["event", "edit"] + options)
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test("Every ticket on every large paper and every label is read, with logo, venue and colours")
    func papers() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 5)
            try await decorate(event)
            for size in ["A4", "A5", "A6", "2x1", "2x2", "wristband", "2x4", "3x8", "62x100"] {
                let path = folder + "/\(size).pdf"
                let printed = try await event.doorcheck.run(["ticket", "print", "--size", size, "-o", path])
                #expect(printed.status == 0, "\(printed.errors)")
                let read = try await event.doorcheck.run(["check", "--json", path])
                // A build without poppler reads no PDF files.
                if read.errors.contains("does not read PDF") { continue }
                let found = Set(read.objects.compactMap { $0["ticket"] as? String })
                #expect(read.status == 0 && found.count == 5, "\(size): \(found.count) \(read.errors)")
            }
        }
    }

    @Test("Pictures for phones are read, each with its own ticket; -o makes one or a ZIP file, --mail attaches them")
    func phones() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 5)
            try await decorate(event)
            func print(_ arguments: String...) async throws -> Program.Result {
                try await event.doorcheck.run(["ticket", "print", "--size", "phone"] + arguments)
            }
            #expect(try await print("--each", folder + "/phones").status == 0)
            let read = try await event.doorcheck.run(["check", "--json", folder + "/phones"])
            #expect(read.status == 0 && read.objects.count == 5, "\(read.errors)")
            for line in read.objects {
                let (file, ticket) = (line["file"] as? String ?? "", line["ticket"] as? String ?? "-")
                #expect(file.contains(ticket) && file.hasSuffix(".png"))
            }
            #expect(try await print("-o", folder + "/all.zip").status == 0)
            #expect(try Data(contentsOf: URL(filePath: folder + "/all.zip")).starts(with: Data("PK\u{3}\u{4}".utf8)))
            let several = try await print("-o", folder + "/one.png")
            #expect(several.status == 64 && several.errors.contains("--each"))
            #expect(!FileManager.default.fileExists(atPath: folder + "/one.png"))
            let id = try #require(read.objects.first?["ticket"] as? String)
            // By the number that people read out.
            let number = "\(id.prefix(4)) \(id.dropFirst(4).prefix(4))".uppercased()
            #expect(try await print(number, "-o", folder + "/one.png").status == 0)
            #expect(try await event.doorcheck.run(["check", folder + "/one.png"]).status == 0)
            #expect(try await print("--mail", folder + "/mails", "--from", "a@example.org").status == 0)
            let mail = try #require(try FileManager.default.contentsOfDirectory(atPath: folder + "/mails").first)
            #expect(try String(contentsOfFile: "\(folder)/mails/\(mail)", encoding: .utf8).contains("image/png"))
        }
    }

    @Test("What tickets show is set, shown and removed by commands; a wrong value is refused in one sentence")
    func design() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 5)
            try await decorate(event)
            func edit(_ arguments: String...) async throws -> Program.Result {
                try await event.doorcheck.run(["event", "edit", "--json"] + arguments)
            }
            let shown = try await event.doorcheck.run(["event", "show"]).output
            for words in ["address      De Winton", "logo         yes", "VIP: ", "colour #101418"] {
                #expect(shown.contains(words), "\(words)")
            }
            let gone = try await edit("--venue", "none", "--address", "none", "--logo", "none").objects[0]
            #expect((gone["design"] as? [String: Any])?["venue"] == nil)
            #expect((gone["design"] as? [String: Any])?["logo"] as? Bool == false)
            try "not a picture".write(toFile: folder + "/n.png", atomically: true, encoding: .utf8)
            let wrong: [([String], Int32, String)] = [
                (["--logo", folder + "/n.png"], 65, "not a PNG or JPEG"),
                (["--logo", folder + "/0.png"], 66, "no such file"),
                (["--venue", "two\nlines"], 65, "one line"),
                (["--tier", "VIP", "--colour", "javascript:"], 64, "six digits"),
                (["--colour", "ff0000"], 64, "--tier"), (["--tier", "VIP", "--venue", "x"], 64, "not about a tier"),
            ]
            for (arguments, status, words) in wrong {
                let result = try await event.doorcheck.run(["event", "edit"] + arguments)
                #expect(
                    result.status == status && result.errors.contains(words),
                    "\(arguments): \(result.status) \(result.errors)")
            }
        }
    }
}
