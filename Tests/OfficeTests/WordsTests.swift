// The words of the pages in all languages.

import DoorTexts
import Foundation
import Testing

@testable import Office

struct WordsTests {
    private static let languages = Language.allCases.filter { $0 != .english }

    /// The plural forms of each language, without `many` of French and Spanish, which is for whole millions.
    private static let forms: [Language: Set<String>] = [
        .swahili: ["one", "other"], .luganda: ["one", "other"], .french: ["one", "other"], .german: ["one", "other"],
        .spanish: ["one", "other"], .arabic: ["zero", "one", "two", "few", "many", "other"],
    ]

    /// The gaps of a text, in alphabetical order.
    private static func gaps(_ text: String) -> [String] {
        text.matches(of: /\{\d+\}/).map { String($0.output) }.sorted()
    }

    @Test("Every text of the pages is in every language, with its gaps and its plural forms")
    func complete() async throws {
        try await RunningOffice.open { office in
            var keys = PageTexts()
            for file in OfficeFile.allCases where file.rawValue.hasSuffix(".js") {
                keys.add(script: String(decoding: try await office.get(file.rawValue).body, as: UTF8.self))
            }
            keys.add(page: String(decoding: try await office.get("/").body, as: UTF8.self))
            #expect(keys.texts.count > 600 && keys.plurals.count > 20)
            #expect(keys.texts.contains("Link or code"))
            #expect(keys.texts.contains("Import the other {0} and skip {1}"))
            #expect(keys.plurals.contains("{0} ticket|{0} tickets"))
            var found: [[[String]]] = []
            for language in Self.languages {
                let words = try await office.get("/words-\(language.rawValue).json").object
                let texts = try #require(words["texts"] as? [String: Any])
                for key in keys.texts {
                    let text = texts[key] as? String
                    #expect(text.map { Self.gaps($0) == Self.gaps(key) && !$0.isEmpty } == true, "\(language): \(key)")
                }
                for key in keys.plurals {
                    let known = texts[key] as? [String: String] ?? [:]
                    #expect(Self.forms[language]?.isSubset(of: known.keys) == true, "\(language): \(key)")
                    let last = key.split(separator: "|").last.map(String.init) ?? ""
                    #expect(Self.gaps(known["other"] ?? "") == Self.gaps(last), "\(language): \(key)")
                }
                let said = try #require(words["said"] as? [String: String])
                let parts = try #require(words["parts"] as? [String: String])
                #expect(said.count > 150 && parts["lines {0} and {1}"] != nil)
                for (key, text) in Array(said) + Array(parts) {
                    #expect(Self.gaps(text) == Self.gaps(key) && !text.isEmpty, "\(language): \(key)")
                }
                found.append([said.keys.sorted(), parts.keys.sorted()])
            }
            #expect(Set(found).count == 1, "a sentence or a part is not in every language")
        }
    }

    @Test("The texts of a script are found, also in each other, and nothing in comments is one")
    func found() {
        var texts = PageTexts()
        texts.add(
            script: """
                // t`comment`
                say(t`Sent to ${gate ?? t`all gates`}.`, `not ${t`nested`}`, "plain");
                make(count(list.filter((one) => one.isGood).length, "row"), plural(n, "person", "people"));
                """)
        #expect(texts.texts == ["Sent to {0}.", "all gates", "nested"])
        #expect(texts.plurals == ["{0} row|{0} rows", "person|people"])
    }

    @Test("Verdicts on pictures are in the page's language")
    func verdicts() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name,email\nAda,ada@example.org\n", to: event)
            let id = try #require(try await office.tickets(of: event).first?["id"] as? String)
            let code = try await office.get("/office/tickets/\(id)/code.png").body
            for (language, headline) in [("de", "Willkommen"), ("fr", "Bienvenue"), ("xx", "ADMIT")] {
                let wish: [String: Any] = ["language": language]
                let batch = try await office.post("/office/events/\(event)/pictures", wish).text("batch")
                let answer = try await office.upload(code, to: "/office/pictures/\(batch)?name=a.png")
                let shown = answer.list("codes").first?["headline"] as? String
                #expect(shown?.lowercased() == headline.lowercased(), "\(language)")
            }
        }
    }
}

/// The texts that the scripts of pages have, as the keys of their catalogues.
private struct PageTexts {
    private(set) var texts: Set<String> = []
    private(set) var plurals: Set<String> = []

    mutating func add(script: String) {
        let code = script.replacing(/(?m)^\s*(\/\/|\/\*|\*).*$/, with: "")
        let characters = Array(code)
        for index in characters.indices where characters[index] == "`" && index > 0 && characters[index - 1] == "t" {
            let before = index > 1 ? characters[index - 2] : " "
            guard !before.isLetter, !before.isNumber, !"._$".contains(before) else { continue }
            texts.insert(key(of: characters, after: index))
        }
        for call in code.matches(of: /\b(count|plural|showCount)\(/) {
            var given = arguments(in: code[call.range.upperBound...])
            if call.output.1 == "showCount" { given.removeFirst() }
            guard given.count > 1, given[1].hasPrefix("\"") else { continue }
            let one = given[1].filter { $0 != "\"" }
            let many = given.count > 2 ? given[2].filter { $0 != "\"" } : one + "s"
            plurals.insert(call.output.1 == "count" ? "{0} \(one)|{0} \(many)" : "\(one)|\(many)")
        }
    }

    /// Adds the texts of a page's HTML; commands are none.
    mutating func add(page: String) {
        guard let body = page.range(of: "<main") else { return }
        let code = page[body.lowerBound...].replacing(/<(svg|code).*?<\/(svg|code)>/, with: "<>")
        for text in code.matches(of: />([^<>]+)</).map({
            String($0.output.1).trimmingCharacters(in: .whitespacesAndNewlines)
        })
        where text.contains(where: \.isLetter) && text != "DoorCheck" {
            texts.insert(text)
        }
    }

    /// Returns the key of a text that begins after a backtick.
    private func key(of code: [Character], after start: Int) -> String {
        var (key, gap, index) = ("", 0, start + 1)
        while index < code.count, code[index] != "`" {
            if code[index] == "$", code[index + 1] == "{" {
                key += "{\(gap)}"
                gap += 1
                index = end(of: code, from: index + 2)
            } else {
                key.append(code[index])
            }
            index += 1
        }
        return key
    }

    /// Returns where the brace closes that a gap begins with; texts in it have braces of their own.
    private func end(of code: [Character], from start: Int) -> Int {
        var (depth, index) = (1, start)
        while index < code.count {
            switch code[index] {
            case "{": depth += 1
            case "}": depth -= 1
            case "`":
                index += 1
                while index < code.count, code[index] != "`" {
                    if code[index] == "$", code[index + 1] == "{" { index = end(of: code, from: index + 2) }
                    index += 1
                }
            default: break
            }
            if depth == 0 { return index }
            index += 1
        }
        return index
    }

    /// Returns the arguments of a call whose bracket is open.
    private func arguments(in code: Substring) -> [String] {
        var (found, depth) = ([""], 1)
        for character in code {
            if "([{".contains(character) { depth += 1 }
            if ")]}".contains(character) { depth -= 1 }
            if depth == 0 { break }
            if character == ",", depth == 1 { found.append("") } else { found[found.count - 1].append(character) }
        }
        return found.map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
