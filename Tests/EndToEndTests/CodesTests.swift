// Codes of tickets on their way into files: of keys that were retired, onto disks that are full, over the list itself.

import Foundation
import TestSupport
import Testing

struct CodesTests {
    private func codes(in csv: String) -> [String] {
        csv.split(separator: "\r\n").dropFirst().compactMap { $0.split(separator: ",").last.map(String.init) }
    }

    private func trimmed(_ result: Program.Result) -> String {
        result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test("Tickets are written in the order of names, those without one last")
    func order() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            #expect(try await event.doorcheck.run(["ticket", "issue", "--count", "1"]).status == 0)
            try "name\nzoe\nBea\nabel\nYara\n".write(toFile: folder + "/l.csv", atomically: true, encoding: .utf8)
            #expect(try await event.doorcheck.run(["ticket", "issue", folder + "/l.csv"]).status == 0)
            let arguments = ["ticket", "print", "--each", folder + "/pages", "--merge", folder + "/merge.csv"]
            #expect(try await event.doorcheck.run(arguments).status == 0)
            let merged = try String(contentsOfFile: folder + "/merge.csv", encoding: .utf8).split(separator: "\r\n")
            let names = merged.dropFirst().map { line in
                ["Aarti", "abel", "Bea", "Yara", "zoe"].first { line.contains($0) } ?? ""
            }
            #expect(names == ["Aarti", "abel", "Bea", "Yara", "zoe", ""])
        }
    }

    @Test("No code of a retired key is written, every command says so, and `reissue --key` makes good ones")
    func retiredKey() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 3)
            func run(_ arguments: String..., status: Int32 = 0) async throws -> Program.Result {
                let result = try await event.doorcheck.run(arguments)
                #expect(result.status == status, "\(arguments): \(result.errors)")
                return result
            }
            let old = try #require(try await run("key", "list", "--json").objects.first?["key"] as? String)
            #expect(try await run("ticket", "reissue", "--key", old, status: 64).errors.contains("key rotate"))
            _ = try await run("key", "rotate")
            _ = try await run("ticket", "issue", "--count", "1", "--output", folder + "/late.csv")
            _ = try await run("key", "retire", old)
            #expect(
                try await run("doctor", "--json", status: 1).objects.allSatisfy {
                    $0["subject"] as? String != "keys" || $0["level"] as? String != "fail"
                })
            let advice = "`doorcheck ticket reissue --key \(old)` replaces them"
            let again = try await run("ticket", "issue", folder + "/guests.csv")
            #expect(codes(in: again.output).isEmpty && again.errors.contains("3 tickets have no code"))
            #expect(again.errors.contains(advice))
            let printed = try await run("ticket", "print", "--each", folder + "/pages")
            #expect(printed.errors.contains(advice))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/pages").count == 1)
            let list = try await run("ticket", "codes")
            #expect(codes(in: list.output).count == 1 && list.errors.contains(advice))
            let id = try #require(event.files.first.map { URL(filePath: $0).deletingPathExtension().lastPathComponent })
            let explained = try await run("ticket", "explain", id)
            #expect(explained.output.contains("! the code issued for it is refused: signed by another organiser"))
            #expect(
                try await run("ticket", "explain", id, "--json").objects[0]["code_reason"] as? String == "unknown-key")
            let anew = try await run("ticket", "reissue", "--key", old, "--why", "stolen", "--png", folder + "/new")
            #expect(anew.errors.contains("3 tickets replaced."))
            _ = try await run("check", folder + "/new")
            #expect(try await run("ticket", "issue", folder + "/guests.csv").errors.contains("0 tickets issued"))
            #expect(try await run("ticket", "reissue", "--key", old).errors.contains("signed no ticket that may enter"))
        }
    }

    @Test("Several tickets are issued anew at once, all or none")
    func several() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 3)
            let codes = try event.codes
            let bad = try await event.doorcheck.run(["ticket", "reissue", codes[0], UUID().uuidString])
            #expect(bad.status == 66)
            let made = try await event.doorcheck.run(["ticket", "reissue", codes[0], codes[1], codes[0]])
            #expect(made.status == 0 && self.codes(in: made.output).count == 2, "\(made.errors)")
            let seen = try await event.doorcheck.run(
                ["run", "--stdin", "--json"], input: codes.joined(separator: "\n"))
            let reasons = seen.objects.compactMap { $0["reason"] as? String }
            #expect(reasons == ["replaced", "replaced", "admitted"])
        }
    }

    @Test("Codes are not written over the list that they are for")
    func listIsOutput() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let list = folder + "/guests.csv"
            let before = try String(contentsOfFile: list, encoding: .utf8)
            try FileManager.default.createSymbolicLink(atPath: folder + "/link.csv", withDestinationPath: list)
            for output in [list, folder + "/codes/../guests.csv", folder + "/link.csv"] {
                let refused = try await event.doorcheck.run(["ticket", "issue", list, "--output", output])
                #expect(refused.status == 64 && refused.errors.contains("is the list of guests"), "\(refused.errors)")
            }
            #expect(try String(contentsOfFile: list, encoding: .utf8) == before)
        }
    }

    @Test(
        "Where codes cannot be written no ticket is issued; where writing fails after all, the way to them is said",
        .enabled(if: MountNamespace.isAllowed, "This machine lets no program mount a disk of its own."))
    func fullDisk() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            let id = try #require(event.files.first.map { URL(filePath: $0).deletingPathExtension().lastPathComponent })
            let script = """
                cd \(folder)
                export DOORCHECK_CONFIG=\(folder)/doorcheck.toml
                mkdir full && mount -t tmpfs -o size=64k tmpfs full
                dd if=/dev/zero of=full/filling bs=1k count=100 2>/dev/null
                for command in 'ticket reissue \(id) --png full' 'ticket issue --count 3 --output full/c.csv' \
                    'ticket issue --count 3 --output /dev/full'; do
                    \(event.doorcheck.path) $command
                    echo "status $?"
                done
                \(event.doorcheck.path) ticket codes
                """
            let run = try await MountNamespace.run(script)
            #expect(run.lines.prefix(3) == ["status 74", "status 74", "status 74"], "\(run.output)")
            // The two of the list, and the three whose codes nobody has got yet.
            #expect(codes(in: run.lines.dropFirst(3).joined(separator: "\n")).count == 5, "\(run.output)")
            #expect(run.errors.contains("so nothing was done: No space left"))
            #expect(run.errors.contains("`doorcheck ticket codes --event summer-night"), "\(run.errors)")
        }
    }
}
