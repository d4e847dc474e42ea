// An event made by scripts/sample-event, as anyone makes one to try the program.

import Foundation
import TestSupport
import Testing

/// A folder with configuration, keys, ledger, tickets and their pictures.
struct SampleEvent {
    let folder: String
    var doorcheck: Program

    /// - Parameters:
    ///   - folder: A folder that exists and is empty.
    ///   - tickets: How many; the eighth of each 25 is a family's, for four.
    /// - Throws: When the script cannot be run.
    init(in folder: String, tickets: Int) async throws {
        self.folder = folder
        var script = Program(path: Program.root + "/scripts/sample-event")
        script.environment["DOORCHECK"] = Program.doorcheck.path
        let made = try await script.run([folder, String(tickets)])
        try #require(made.status == 0, "\(made.errors)")
        var doorcheck = Program.doorcheck
        doorcheck.environment["DOORCHECK_CONFIG"] = folder + "/doorcheck.toml"
        self.doorcheck = doorcheck
    }

    var pictures: String { folder + "/codes" }

    /// Paths of all pictures, in the order of the guest list: which ticket is a family's does not depend on chance.
    var files: [String] {
        get throws { try rows.compactMap(\.first).map { "\(pictures)/\($0).png" } }
    }

    /// The codes, in the order of the guest list.
    var codes: [String] {
        get throws { try rows.compactMap(\.last) }
    }

    private var rows: [[String]] {
        get throws {
            try String(contentsOfFile: folder + "/codes.csv", encoding: .utf8)
                .split(separator: "\r\n").dropFirst().map { $0.split(separator: ",").map(String.init) }
        }
    }

    /// How many admissions the ledger holds.
    func admissions() async throws -> Int {
        let shown = try await doorcheck.run(["event", "show", "--json"])
        return try #require(shown.objects.first?["admitted"] as? Int)
    }
}
