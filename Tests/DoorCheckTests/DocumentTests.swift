// What the documents say about the program, held against the program.

import Admission
import FoundationEssentials
import Testing

@testable import DoorCommands
@testable import DoorConfiguration
@testable import DoorInstallation

struct DocumentTests {
    private func text(_ path: String) throws -> String {
        String(decoding: try #require(FileManager.default.contents(atPath: path), "\(path)"), as: UTF8.self)
    }

    /// The cells of a line of a table.
    private func cells(_ line: Substring) -> [String] {
        line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
    }

    @Test("Every key of the configuration is in its document with its range, its default and its variable")
    func configuration() throws {
        let lines = try text("docs/configuration.md").split(separator: "\n").filter { $0.contains("| `DOORCHECK_") }
        #expect(lines.map { cells($0)[0] } == ConfigurationKey.allCases.map { "`\($0.rawValue)`" })
        for (line, key) in zip(lines, ConfigurationKey.allCases) {
            let row = cells(line)
            try #require(row.count == 5, "\(line)")
            #expect(row[4] == "`\(key.environmentName)`")
            switch key.defaultValue {
            case .text(""): #expect(row[2] == "empty", "\(key.rawValue)")
            case .text(let text): #expect(row[2] == "`\(text)`", "\(key.rawValue)")
            case .integer(let number): #expect(row[2] == "\(number)", "\(key.rawValue)")
            case .boolean(let value): #expect(row[2] == "`\(value)`", "\(key.rawValue)")
            case .texts: Issue.record("\(key.rawValue) has a list as its default")
            }
            switch key.kind {
            case .integer(let range):
                #expect(row[1].hasPrefix("whole number, \(range.lowerBound) to \(range.upperBound)"), "\(key.rawValue)")
            case .choice(let words): #expect(row[1].matches(of: #/`([^`]+)`/#).map { String($0.1) } == words)
            case .boolean: #expect(row[1] == "true or false", "\(key.rawValue)")
            default: #expect(!row[1].isEmpty)
            }
        }
    }

    @Test("Every reason is in the table of verdicts, in the order in which the checks run, and no other")
    func verdicts() throws {
        let rows = try text("docs/verdicts.md").split(separator: "\n").filter { $0.contains(#/^\| (\d+|–) \|/#) }
            .map(cells)
        #expect(rows.map { $0[1] } == Reason.allCases.map { "`\($0.rawValue)`" })
        let numbers = rows.compactMap { Int($0[0]) }
        #expect(numbers == numbers.sorted() && Set(numbers) == Set(1...(numbers.last ?? 0)))
        for row in rows {
            let isRefusal = Int(row[0]) != nil
            #expect(row.count == 4 && (row[2] == "admit") != isRefusal, "\(row)")
        }
    }

    @Test("Every test that the threat model names is there")
    func threats() throws {
        let tests = try files(below: "Tests").map { try text($0).replacing("\\\"", with: "\"") }.joined()
        let named = try text("docs/threat-model.md").split(separator: "\n").filter { $0.hasPrefix("|") }
            .flatMap { $0.matches(of: #/"([^"]+)"/#).map { String($0.1) } }
        #expect(named.count >= 40)
        for name in named { #expect(tests.contains("\"\(name)\""), "no test is called “\(name)”") }
    }

    @Test("Every Swift package is built in the version that the list of licences names")
    func licences() throws {
        struct Resolved: Decodable {
            struct Pin: Decodable {
                struct State: Decodable { let version: String }
                let identity: String
                let state: State
            }
            let pins: [Pin]
        }
        let resolved = try JSONDecoder().decode(Resolved.self, from: Data(text("Package.resolved").utf8))
        let document = try text("docs/licences.md")
        let row = #/\| \[[^\]]+\]\(https:\/\/github.com\/[^\/]+\/([^)]+)\) \| ([0-9.]+) \|/#
        let built = document.matches(of: row).map { ($0.1.lowercased(), String($0.2)) }
        let versions = Dictionary(built, uniquingKeysWith: { first, _ in first })
        let paragraph = try #require(document.firstMatch(of: #/and not built:([^.]+)\./#)).1
        let fetched = Set(paragraph.split { ", \n".contains($0) }.map(String.init))
        #expect(resolved.pins.count > 20)
        for pin in resolved.pins where !fetched.contains(pin.identity) {
            #expect(versions[pin.identity] == pin.state.version, "\(pin.identity)")
        }
    }

    @Test("The package has the program's version, and the changelog what is new in it")
    func versions() throws {
        #expect(try text("debian/changelog").hasPrefix("doorcheck (\(ProgramVersion.current)) "))
        #expect(try text("README.md").contains("doorcheck_\(ProgramVersion.current)~deb13u1_amd64.deb"))
        #expect(try text("CHANGELOG.md").split(separator: "\n").first { $0.hasPrefix("## ") } == "## Unreleased")
    }

    @Test("Every link from a document to another, or to a heading, leads somewhere")
    func links() throws {
        let documents =
            try files(below: "docs").filter { $0.hasSuffix(".md") } + ["README.md", "CONTRIBUTING.md", "SECURITY.md"]
        for document in documents {
            for link in try text(document).matches(of: #/\]\(([^)\s]+)\)/#).map({ String($0.1) }) {
                guard !link.contains("://") else { continue }
                let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let folder = document.split(separator: "/").dropLast().joined(separator: "/")
                let path = parts[0].isEmpty ? document : normal(folder + "/" + parts[0])
                #expect(FileManager.default.fileExists(atPath: path), "\(document) links to \(link)")
                guard parts.count == 2, path.hasSuffix(".md") else { continue }
                #expect(try headings(path).contains(String(parts[1])), "\(document) links to \(link)")
            }
        }
    }

    private func files(below folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).map { folder + "/" + $0 }
            .filter { $0.contains(#/\.(swift|md|py|js|mjs|sh)$/#) }
    }

    /// Without `..`.
    private func normal(_ path: String) -> String {
        path.split(separator: "/").reduce(into: [Substring]()) { parts, part in
            if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
        }.joined(separator: "/")
    }

    /// The anchors of a document, as GitHub makes them.
    private func headings(_ path: String) throws -> Set<String> {
        Set(
            try text(path).split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
                line.drop { "# ".contains($0) }.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
                    .replacing(" ", with: "-")
            }
        )
    }
}
