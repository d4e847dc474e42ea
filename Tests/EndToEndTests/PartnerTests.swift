// A partner sells tickets, from the command line.

import Foundation
import TestSupport
import Testing

struct PartnerTests {
    /// An organiser's and a partner's files.
    private struct Scene {
        let organiser: Program
        let folder: String

        init(in folder: String) async throws {
            self.folder = folder
            var program = Program.doorcheck
            program.environment["DOORCHECK_LEDGER"] = folder + "/ledger.sqlite"
            program.environment["DOORCHECK_KEYS"] = folder + "/keys"
            program.environment["DOORCHECK_GATE"] = "main"
            organiser = program
            try await succeed("key", "new")
            try await succeed("event", "new", "Summer Night", "--gate", "main", "--suite", "2")
            try await succeed("event", "edit", "--tier", "Regular")
            try await succeed("partner", "key", "new", folder + "/shop.key")
        }

        var grant: [String] {
            ["partner", "grant", "Campus shop", "--key", folder + "/shop.pub", "--output", folder + "/shop.grant"]
        }

        var issue: [String] { ["partner", "issue", folder + "/shop.grant", "--key", folder + "/shop.key"] }

        @discardableResult
        func succeed(_ arguments: String...) async throws -> Program.Result { try await succeed(arguments) }

        @discardableResult
        func succeed(_ arguments: [String], input: String = "") async throws -> Program.Result {
            let result = try await organiser.run(arguments, input: input)
            try #require(result.status == 0, "\(arguments): \(result.errors)")
            return result
        }

        func fail(_ arguments: [String], _ status: Int32, saying words: String) async throws {
            let result = try await organiser.run(arguments)
            #expect(result.status == status && result.errors.contains(words), "\(arguments): \(result.errors)")
        }
    }

    @Test("A partner's pictures come in once, by numbers that were granted, until the grant is retired")
    func sale() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            try await scene.succeed(scene.grant + ["--numbers", "1-500", "--tier", "Regular"])
            try await scene.succeed(
                scene.issue + ["--numbers", "7-9", "--png", folder + "/codes", "--pdf", folder + "/t.pdf"])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/codes").sorted()
            #expect(names == ["007.png", "008.png", "009.png"])
            #expect(try Data(contentsOf: URL(filePath: folder + "/t.pdf")).starts(with: Data("%PDF".utf8)))
            let admitted = try await scene.succeed("check", "--admit", "--json", folder + "/codes").objects
            #expect(admitted.map { $0["reason"] as? String } == ["admitted", "admitted", "admitted"])
            #expect(admitted.map { $0["number"] as? Int } == [7, 8, 9])
            #expect(
                admitted.allSatisfy { $0["partner"] as? String == "Campus shop" && $0["tier"] as? String == "Regular" })
            let again = try await scene.organiser.run(["check", "--json", folder + "/codes/008.png"])
            #expect(again.status != 0 && again.objects.first?["reason"] as? String == "already-used")
            let listed = try await scene.succeed("partner", "list", "--json").objects
            #expect(listed.first?["admitted"] as? Int == 3 && listed.first?["tickets"] as? Int == 500)
            let report = try await scene.succeed("report", "--json").objects.first
            let partners = report?["partners"] as? [[String: Any]]
            #expect(partners?.first?["arrived"] as? Int == 3 && report?["beyond_list"] as? Int == 0)
            try await scene.succeed("partner", "retire", "campus SHOP")
            let retired = try await scene.organiser.run(["check", "--json", folder + "/codes"])
            #expect(retired.status == 1)
            #expect(retired.objects.allSatisfy { $0["reason"] as? String == "unknown-key" })
            #expect(try await scene.succeed("ledger", "verify").status == 0)
        }
    }

    @Test("The grant's picture does in place of its file, and the same number is the same ticket each time")
    func picture() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            try await scene.succeed(scene.grant + ["--numbers", "1-20"])
            let ofFile = try await scene.succeed(scene.issue + ["--numbers", "3"]).output
            var photo = scene.issue
            photo[2] += ".png"
            #expect(try await scene.succeed(photo + ["--numbers", "3"]).output == ofFile)
            #expect(try await scene.succeed(scene.issue).output.contains(ofFile.split(separator: "\r\n")[1]))
            // The partner has no ledger and no configuration.
            var partner = Program.doorcheck
            partner.environment["DOORCHECK_CONFIG"] = folder + "/none.toml"
            try Data().write(to: URL(filePath: folder + "/none.toml"))
            #expect(try await partner.run(scene.issue + ["--numbers", "3"]).output == ofFile)
        }
    }

    @Test("What cannot be granted or issued is told in one sentence, and nothing is left behind")
    func mistakes() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            try await scene.fail(scene.grant, 64, saying: "--numbers")
            try await scene.fail(scene.grant + ["--numbers", "9-1"], 64, saying: "'9-1'")
            try await scene.fail(scene.grant + ["--numbers", "0-4"], 64, saying: "'0-4'")
            try await scene.fail(scene.grant + ["--numbers", "1-5", "--numbers", "5-9"], 64, saying: "in common, 5")
            try await scene.fail(scene.grant + ["--numbers", "1-20001"], 64, saying: "at most 20000")
            try await scene.fail(scene.grant + ["--numbers", "1-5", "--tier", "Regulr"], 66, saying: "'Regular'")
            let tiers = ["--tier", "Regular", "--tier", "Regular"]
            try await scene.fail(scene.grant + ["--numbers", "1-5"] + tiers, 64, saying: "once for each")
            var secret = scene.grant
            secret[4] = folder + "/shop.key"
            try await scene.fail(secret + ["--numbers", "1-5"], 65, saying: "ends in .pub")
            #expect(!FileManager.default.fileExists(atPath: folder + "/shop.grant"))
            #expect(try await scene.succeed("partner", "list", "--json").objects.isEmpty)
            try await scene.succeed(scene.grant + ["--numbers", "1-5"])
            // The same command once more would double the tickets.
            try await scene.fail(scene.grant + ["--numbers", "5-6"], 65, saying: "already has the numbers 5")
            try await scene.fail(scene.issue + ["--numbers", "5-6"], 65, saying: "Number 6 was not granted")
            try await scene.succeed("partner", "key", "new", folder + "/other.key")
            var other = scene.issue
            other[4] = folder + "/other.key"
            try await scene.fail(other, 65, saying: "another key")
            try Data("DCG1:ABC".utf8).write(to: URL(filePath: folder + "/shop.grant"))
            try await scene.fail(scene.issue, 65, saying: "damaged")
            try await scene.fail(["partner", "retire", "Campus shp"], 66, saying: "'Campus shop'")
            try await scene.fail(["partner", "key", "new", folder + "/other.key"], 65, saying: "already exists")
        }
    }
}
