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
            #expect(names == ["campus-shop-007.png", "campus-shop-008.png", "campus-shop-009.png"])
            #expect(try Data(contentsOf: URL(filePath: folder + "/t.pdf")).starts(with: Data("%PDF".utf8)))
            let admitted = try await scene.succeed("check", "--admit", "--json", folder + "/codes").objects
            #expect(admitted.map { $0["reason"] as? String } == ["admitted", "admitted", "admitted"])
            #expect(admitted.map { $0["number"] as? Int } == [7, 8, 9])
            #expect(
                admitted.allSatisfy { $0["partner"] as? String == "Campus shop" && $0["tier"] as? String == "Regular" })
            let again = try await scene.organiser.run(["check", "--json", folder + "/codes/campus-shop-008.png"])
            #expect(again.status != 0 && again.objects.first?["reason"] as? String == "already-used")
            let listed = try await scene.succeed("partner", "list", "--json").objects
            #expect(listed.first?["admitted"] as? Int == 3 && listed.first?["tickets"] as? Int == 500)
            let report = try await scene.succeed("report", "--json").objects.first
            let partners = report?["partners"] as? [[String: Any]]
            #expect(partners?.first?["arrived"] as? Int == 3 && report?["beyond_list"] as? Int == 0)
            try await scene.succeed("ticket", "admit", "Campus shop 7", "--why", "brought a friend")
            let beyond = try await scene.succeed("report", "--json").objects.first
            #expect(beyond?["arrived"] as? Int == 4 && beyond?["beyond_list"] as? Int == 1)
            try await scene.succeed("partner", "retire", "campus SHOP")
            let retired = try await scene.organiser.run(["check", "--json", folder + "/codes"])
            #expect(retired.status == 1)
            #expect(retired.objects.allSatisfy { $0["reason"] as? String == "revoked" })
            #expect(try await scene.succeed("ledger", "verify").status == 0)
        }
    }

    @Test("An open door learns of a grant, admits its tickets, and refuses them once it is retired")
    func openDoor() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            let door = try scene.organiser.start(["run", "--stdin", "--json"])
            try await door.wait(for: "open")
            try await scene.succeed(scene.grant + ["--numbers", "1-500"])
            var codes = try await scene.succeed(scene.issue).output.split(separator: "\r\n").dropFirst()
                .compactMap { $0.split(separator: ",").last }[...]
            func show(until reason: String) async {
                var said = ""
                while let code = codes.popFirst(), !said.contains(reason) {
                    door.type(code + "\n")
                    said = await door.output(until: "reason")
                    try? await Task.sleep(for: .milliseconds(50))
                }
                #expect(said.contains(reason))
            }
            await show(until: "\"admitted\"")
            try await scene.succeed("partner", "retire", "Campus shop")
            await show(until: "\"revoked\"")
            door.send(SIGTERM)
            #expect(await door.finish().status == 0)
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
            try await scene.fail(scene.grant + ["--numbers", "9-1"], 64, saying: "backwards")
            try await scene.fail(scene.grant + ["--numbers", "0-4"], 64, saying: "begin with 1")
            try await scene.fail(
                scene.grant + ["--numbers", "1-5", "--numbers", "5-9"], 64, saying: "in common, from 5 to 5")
            try await scene.fail(scene.grant + ["--numbers", "1-20001"], 64, saying: "at most 20000")
            try await scene.fail(scene.grant + ["--numbers", "1-5", "--tier", "Regulr"], 66, saying: "'Regular'")
            let tiers = ["--tier", "Regular", "--tier", "Regular"]
            try await scene.fail(scene.grant + ["--numbers", "1-5"] + tiers, 64, saying: "once for each")
            var secret = scene.grant
            secret[4] = folder + "/shop.key"
            try await scene.fail(secret + ["--numbers", "1-5"], 65, saying: "SECRET key")
            #expect(!FileManager.default.fileExists(atPath: folder + "/shop.grant"))
            #expect(try await scene.succeed("partner", "list", "--json").objects.isEmpty)
            try await scene.succeed(scene.grant + ["--numbers", "1-5"])
            let grant = try Data(contentsOf: URL(filePath: folder + "/shop.grant"))
            // The same command once more would double the tickets, and so would another name for the same key.
            var again = scene.grant
            again[6] = folder + "/again.grant"
            try await scene.fail(again + ["--numbers", "5-6"], 65, saying: "already has the number 5")
            var renamed = again
            renamed[2] = "Shop on campus"
            try await scene.fail(renamed + ["--numbers", "5-6"], 65, saying: "'Campus shop' already has the number 5")
            renamed[2] = "campus  SHOP"
            try await scene.fail(renamed + ["--numbers", "6-7"], 64, saying: "'Campus shop' in earlier grants")
            renamed[2] = "a\u{202E}b"
            try await scene.fail(renamed + ["--numbers", "6-7"], 64, saying: "control characters")
            // No file is lost, whatever the name of the new one.
            for taken in ["shop.grant", "shop.pub", "keys/master.key", "ledger.sqlite"] {
                again[6] = folder + "/" + taken
                try await scene.fail(again + ["--numbers", "6-7"], 65, saying: "already exists")
            }
            for (file, words) in [("keys/master.key", "never replaced"), ("ledger.sqlite", "never replaced")] {
                let list = scene.issue + ["--numbers", "1", "--output", folder + "/" + file]
                try await scene.fail(list, 74, saying: words)
            }
            #expect(try Data(contentsOf: URL(filePath: folder + "/shop.grant")) == grant)
            again[6] = folder + "/export.grant"
            try await scene.succeed(["partner", "export", "Campus shop", "-o", again[6]])
            #expect(try Data(contentsOf: URL(filePath: again[6])) == grant)
            try await scene.fail(
                scene.issue + ["--numbers", "5-6"], 65,
                saying: "Number 6 was not granted: ask the organiser for more numbers. You may sell 1-5.")
            try await scene.succeed("partner", "key", "new", folder + "/other.key")
            var other = scene.issue
            other[4] = folder + "/other.key"
            try await scene.fail(other, 65, saying: "another key")
            try Data("DCG1:ABC".utf8).write(to: URL(filePath: folder + "/shop.grant"))
            try await scene.fail(scene.issue, 65, saying: "incomplete or was changed")
            try await scene.fail(["partner", "retire", "Campus shp"], 66, saying: "'Campus shop'")
            try await scene.fail(["partner", "key", "new", folder + "/other.key"], 65, saying: "already exists")
        }
    }

    @Test("What mail programs and editors do to a grant or a public key does not matter, and a damaged one is told")
    func spoiltFiles() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            try await scene.succeed(scene.grant + ["--numbers", "1-9"])
            let text = try String(contentsOfFile: folder + "/shop.grant", encoding: .utf8).dropLast()
            let wrapped = "\(text.prefix(60))\r\n\(text.dropFirst(60))"
            let texts = ["\(text)\r\n", "\(text) \n\n", "\n  \(text)", "\u{FEFF}\(text)", "\"\(text)\"", wrapped]
            var forms = texts.map { Data($0.utf8) }
            forms.append(try #require(String(text).data(using: .utf16)))
            for (number, form) in forms.enumerated() {
                try form.write(to: URL(filePath: folder + "/shop.grant"))
                let result = try await scene.organiser.run(scene.issue + ["--numbers", "1"])
                #expect(result.status == 0, "form \(number): \(result.errors)")
            }
            for place in stride(from: 5, to: text.count, by: 29) {
                var changed = Array(text)
                changed[place] = changed[place] == "A" ? "B" : "A"
                try Data(String(changed).utf8).write(to: URL(filePath: folder + "/shop.grant"))
                try await scene.fail(scene.issue + ["--numbers", "1"], 65, saying: "incomplete or was changed")
            }
            let key = try String(contentsOfFile: folder + "/shop.pub", encoding: .utf8)
            let spoilt = "\u{FEFF}" + key.replacing("\n", with: "\r\n") + "\r\n"
            try Data(spoilt.utf8).write(to: URL(filePath: folder + "/shop.pub"))
            var more = scene.grant
            more[6] = folder + "/more.grant"
            try await scene.succeed(more + ["--numbers", "10-11"])
        }
    }

    @Test("A partner's ticket is found, shown, admitted and blocked by partner and number")
    func byName() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            try await scene.succeed(scene.grant + ["--numbers", "1-9"])
            let found = try await scene.succeed("ticket", "find", "campus 7", "--json").objects
            #expect(found.map { $0["holder"] as? String } == ["Campus shop 7"])
            try await scene.succeed("ticket", "admit", "Campus shop 7", "--why", "printer broken")
            let shown = try await scene.succeed("ticket", "show", "campus shop 7", "--json").objects.first
            #expect((shown?["entries"] as? [Any])?.count == 1 && shown?["status"] as? String == "valid")
            try await scene.succeed("ticket", "block", "Campus shop 8", "--why", "stolen")
            let code = try await scene.succeed(scene.issue + ["--numbers", "8"]).output.split(separator: "\r\n").last
            let text = try #require(code?.split(separator: ",").last)
            let verdict = try await scene.organiser.run(["run", "--stdin", "--json"], input: text + "\n")
            #expect(verdict.objects.compactMap { $0["reason"] as? String } == ["blocked"])
            try await scene.fail(["ticket", "pay", "Campus shop 9"], 65, saying: "Campus shop 9 is a partner's ticket")
            try await scene.succeed("ticket", "restore", "Campus shop 8", "--why", "found")
            let again = try await scene.organiser.run(["run", "--stdin", "--json"], input: text + "\n")
            #expect(again.objects.compactMap { $0["reason"] as? String } == ["admitted"])
        }
    }
}
