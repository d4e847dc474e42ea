// `doorcheck report`, `ticket print` and `event close`, as an organiser runs them after and before an event.

import Foundation
import TestSupport
import Testing

struct ReportTests {
    private func run(_ event: SampleEvent, _ arguments: [String], status: Int32 = 0) async throws -> Program.Result {
        let result = try await event.doorcheck.run(arguments)
        #expect(result.status == status, "\(arguments): \(result.errors)")
        return result
    }

    @Test("A report has the figures of the evening in every format, and names only where they are asked for")
    func reports() async throws {
        try await withTemporaryFolder { folder in
            // The eighth would be a family's, who enter with one code.
            let event = try await SampleEvent(in: folder, tickets: 7)
            let files = try event.files
            _ = try await run(event, ["check", "--admit"] + Array(files.prefix(4)))
            _ = try await run(event, ["check", "--admit", files[0]], status: 3)
            let json = try #require(try await run(event, ["report", "--json"]).objects.first)
            #expect(json["arrived"] as? Int == 4 && json["expected"] as? Int == 7 && json["no_shows"] as? Int == 3)
            #expect(json["refused"] as? Int == 1 && json["schema"] as? Int == 1)
            let csv = try await run(event, ["report", "--csv", "--table", "turned-away"])
            #expect(csv.output.contains("already-used,1,0"))
            let text = try await run(event, ["report"])
            #expect(text.output.contains("people arrived") && !text.output.contains("Achieng"))
            let magic = ["html": "<!doctype html>", "pdf": "%PDF", "xlsx": "PK"]
            for (format, start) in magic {
                let path = "\(folder)/report.\(format)"
                _ = try await run(event, ["report", "--\(format)", "-o", path])
                let bytes = try Data(contentsOf: URL(filePath: path))
                #expect(bytes.starts(with: Array(start.utf8)), "\(format)")
            }
            let shows = try await run(event, ["report", "--csv", "--table", "no-shows"])
            #expect(shows.output.split(separator: "\r\n").count == 4 && !shows.output.contains("@"))
            let names = try await run(event, ["report", "--csv", "--table", "no-shows", "--names"])
            #expect(names.output.contains("@example.org"))
            _ = try await run(event, ["report", "--names"], status: 64)
            _ = try await run(event, ["report", "--csv", "--table", "x"], status: 64)
        }
    }

    @Test("A workbook has the minutes in which nobody came, and columns that show what is in them")
    func workbook() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let list = folder + "/long.csv"
            let tier = String(repeating: "very long name of a tier ", count: 8).trimmingCharacters(in: .whitespaces)
            try "barcode,name,tier\n77,Ada,\(tier)\n78,Bo,李小龍的親友團與所有來自遠方的客人們\n".write(
                toFile: list, atomically: true, encoding: .utf8)
            _ = try await run(event, ["ticket", "import", list])
            _ = try await event.doorcheck.run(["run", "--stdin"], input: "77\n78\n")
            let path = folder + "/report.xlsx"
            _ = try await run(event, ["report", "-o", path])
            let script = """
                import re, sys, zipfile
                with zipfile.ZipFile(sys.argv[1]) as book:
                    names = re.findall(r'<sheet name="([^"]*)" sheetId="(\\d+)"', book.read("xl/workbook.xml").decode())
                    sheets = {name: book.read(f"xl/worksheets/sheet{number}.xml").decode() for name, number in names}
                    styles = book.read("xl/styles.xml").decode()
                tiers = sheets["tiers"]
                widths = [float(width) for width in re.findall(r'<col [^>]*width="([0-9.]+)"', tiers)]
                print("width", widths[0])
                formats = re.search(r"<cellXfs.*</cellXfs>", styles, re.S).group(0)
                formats = re.findall(r"<xf .*?(?:/>|</xf>)", formats, re.S)
                style = int(re.search(r'<c r="A2" s="(\\d+)"', tiers).group(1))
                print("wraps", 'wrapText="1"' in formats[style])
                """
            let python = Program(path: "/usr/bin/python3")
            let seen = try await python.run(["-c", script, path])
            #expect(seen.output.contains("wraps True"), "\(seen.output)\(seen.errors)")
            let width = seen.lines.first?.split(separator: " ").last.flatMap { Double($0) }
            #expect((50...80).contains(width ?? 0), "\(seen.output)\(seen.errors)")
        }
    }

    @Test("Printed codes are those that were issued, on every size", arguments: ["A6", "3x8", "wristband"])
    func printedCodesAreRead(_ size: String) async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 9)
            let path = folder + "/tickets.pdf"
            _ = try await run(event, ["ticket", "print", "--size", size, "-o", path])
            // Without poppler the program reads no PDF files, and says which status that is.
            let read = try await event.doorcheck.run(["read", "--json", path])
            guard read.status != 65 else { return }
            #expect(Set(read.objects.compactMap { $0["text"] as? String }) == Set(try event.codes))
        }
    }

    @Test("Mails and a list for them are written for those who have an address")
    func mails() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 3)
            let mails = folder + "/mails"
            let list = folder + "/list.csv"
            _ = try await run(
                event, ["ticket", "print", "--mail", mails, "--from", "Night <night@example.org>", "--merge", list])
            let names = try FileManager.default.contentsOfDirectory(atPath: mails)
            #expect(names.count == 3 && names.allSatisfy { $0.hasSuffix(".eml") })
            let rows = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\r\n")
            #expect(rows.count == 4 && rows[0] == "ticket,holder,reference,tier,event,when,pdf,mail")
            _ = try await run(event, ["ticket", "print", "--code", "20", "-o", folder + "/x.pdf"], status: 65)
            _ = try await run(event, ["ticket", "print"], status: 64)
        }
    }

    @Test("A mail's text has to be text, a file's folder has to be there, and success says how much went where")
    func printingIsTold() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 3)
            let path = folder + "/tickets.pdf"
            let printed = try await run(event, ["ticket", "print", "--size", "a6", "-o", path])
            #expect(printed.errors.contains("Wrote 3 tickets to \(path)."))
            let mail = ["ticket", "print", "--mail", folder + "/mails", "--from", "night@example.org", "--message"]
            let refused = try await run(event, mail + [path], status: 65)
            #expect(refused.errors.contains("plain text"))
            #expect(!FileManager.default.fileExists(atPath: folder + "/mails"))
            let mails = try await run(event, mail + [folder + "/doorcheck.toml"])
            #expect(mails.errors.contains("Wrote 3 mails to"))
            for arguments in [
                ["ticket", "print", "-o", folder + "/new/x.pdf"],
                ["ticket", "issue", "--count", "1", "--output", folder + "/new/x.csv"],
            ] {
                let failed = try await run(event, arguments, status: 74)
                #expect(failed.errors.contains("\(folder)/new/x"))
                #expect(!FileManager.default.fileExists(atPath: folder + "/new"))
            }
        }
    }

    @Test("Every script without a font is named, however many files the tickets are in")
    func missingScripts() async throws {
        try await withTemporaryFolder { folder in
            var event = try await SampleEvent(in: folder, tickets: 1)
            let fonts = "<fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir></fontconfig>"
            try fonts.write(toFile: folder + "/fonts.conf", atomically: true, encoding: .utf8)
            event.doorcheck.environment["FONTCONFIG_FILE"] = folder + "/fonts.conf"
            let list = "holder,reference\n王小明,a@example.org\n김민준,b@example.org\n"
            try list.write(toFile: folder + "/more.csv", atomically: true, encoding: .utf8)
            _ = try await run(event, ["ticket", "issue", folder + "/more.csv", "--output", folder + "/more-codes.csv"])
            for arguments in [["--each", folder + "/each"], ["--mail", folder + "/mails", "--from", "n@example.org"]] {
                let printed = try await run(event, ["ticket", "print"] + arguments)
                #expect(printed.errors.contains("Chinese, Korean"), "\(printed.errors)")
            }
        }
    }

    @Test("People read local times with their offset, programs UTC")
    func timesArePlaced() async throws {
        try await withTemporaryFolder { folder in
            var event = try await SampleEvent(in: folder, tickets: 1)
            _ = try await run(event, ["event", "edit", "--opens", "2026-07-04T15:00:00Z"])
            event.doorcheck.environment["TZ"] = "EAT-3"
            let shown = try await run(event, ["event", "show"])
            #expect(shown.output.contains("opens 2026-07-04 18:00:00 UTC+3") && !shown.output.contains("15:00"))
            let json = try await run(event, ["event", "show", "--json"])
            #expect(json.output.contains("\"opens\":\"2026-07-04T15:00:00.000Z\""))
            event.doorcheck.environment["TZ"] = "Mars/Olympus"
            let report = try await run(event, ["report"])
            #expect(report.output.contains("times in UTC\n"))
        }
    }

    @Test("Nobody enters a closed event, whatever the ticket's own times, until it is reopened")
    func close() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            _ = try await run(event, ["event", "edit", "--tier", "Regular", "--closes", "2099-01-01T00:00:00Z"])
            _ = try await run(event, ["event", "close"])
            let refused = try await run(event, ["check", "--admit", "--json", event.pictures], status: 1)
            #expect(refused.objects.allSatisfy { $0["reason"] as? String == "too-late" })
            #expect(try await event.admissions() == 0)
            _ = try await run(event, ["event", "reopen"])
            _ = try await run(event, ["check", "--admit", event.pictures])
            #expect(try await event.admissions() == 2)
        }
    }
}
