// Many doors on one ledger at the same moment.

import Foundation
import TestSupport
import Testing

struct RaceTests {
    static let tickets = 1000
    static let gates = (1...8).map { "gate-\($0)" }

    @Test("Of eight programs that are shown the same 1,000 tickets at once, each ticket is admitted by exactly one")
    func eightPrograms() async throws {
        try await withTemporaryFolder { folder in
            let doorcheck = try await doors(in: folder)
            let codes = try String(contentsOfFile: folder + "/codes.csv", encoding: .utf8)
                .split(separator: "\r\n").dropFirst().compactMap { $0.split(separator: ",").last }
            try #require(codes.count == Self.tickets)
            var random = SeededGenerator()
            for gate in Self.gates {
                let list = codes.shuffled(using: &random).joined(separator: "\n")
                try list.write(toFile: "\(folder)/\(gate).codes", atomically: true, encoding: .utf8)
            }
            let programs = try Self.gates.map { gate in
                let files = "<\(folder)/\(gate).codes >\(folder)/\(gate).out"
                return try Program(path: "/bin/sh", environment: doorcheck.environment)
                    .start(["-c", "exec \(doorcheck.path) run --stdin --json --gate \(gate) \(files)"])
            }
            for program in programs {
                let result = await program.finish()
                #expect(result.status == 0, "\(result.errors)")
            }

            var admitted: [String] = []
            var others = 0
            for gate in Self.gates {
                let lines = try String(contentsOfFile: "\(folder)/\(gate).out", encoding: .utf8)
                    .split(separator: "\n").compactMap { Program.object(String($0)) }
                admitted += lines.filter { $0["verdict"] as? String == "admit" }.compactMap { $0["ticket"] as? String }
                // On a slow disk a program may lose its patience with the others; it says so and admits nobody.
                others += lines.count {
                    $0["reason"] as? String == "already-used" || $0["status"] as? String == "cannot-record"
                }
            }
            #expect(admitted.count == Self.tickets, "seed \(random.seed)")
            #expect(Set(admitted).count == Self.tickets, "seed \(random.seed)")
            #expect(others == Self.tickets * (Self.gates.count - 1), "seed \(random.seed)")
            let shown = try await doorcheck.run(["event", "show", "--json"])
            #expect(shown.objects.first?["admitted"] as? Int == Self.tickets)
        }
    }

    /// A ledger with an event of eight gates and its tickets, all of them for one person.
    private func doors(in folder: String) async throws -> Program {
        var doorcheck = Program.doorcheck
        doorcheck.environment["DOORCHECK_CONFIG"] = folder + "/doorcheck.toml"
        let config = "ledger = \"ledger.sqlite\"\nkeys = \"keys\"\nevent = \"night\"\n"
        try config.write(toFile: folder + "/doorcheck.toml", atomically: true, encoding: .utf8)
        let gates = Self.gates.flatMap { ["--gate", $0] }
        for arguments in [
            ["key", "new"], ["event", "new", "Night"] + gates,
            ["ticket", "issue", "--count", String(Self.tickets), "--output", folder + "/codes.csv"],
        ] {
            let run = try await doorcheck.run(arguments)
            try #require(run.status == 0, "\(arguments.joined(separator: " ")): \(run.errors)")
        }
        return doorcheck
    }
}
