// The texts of pages, for tests that look for their translations.

import Foundation

/// A catalogue of the pages' texts in one language, as a page loads it.
public struct PageWords: Decodable {
    /// The texts of the pages.
    public let texts: [String: Text]
    /// The sentences of servers.
    public let said: [String: String]
    /// What servers put into the gaps of their sentences.
    public let parts: [String: String]

    /// A text, or its plural forms.
    public struct Text: Decodable {
        /// The text; `nil` for one with plural forms.
        public let single: String?
        /// The forms by their categories; empty for a text without.
        public let forms: [String: String]

        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            single = try? container.decode(String.self)
            forms = try single == nil ? container.decode([String: String].self) : [:]
        }
    }
}

/// The texts that pages and their scripts have, as the keys of the catalogues.
public struct PageTexts {
    /// The texts, with numbers in their gaps.
    public private(set) var texts: Set<String> = []
    /// Nouns and sentences in their two forms.
    public private(set) var plurals: Set<String> = []

    /// The languages of the pages apart from English, with their plural forms, without `many` of French and Spanish,
    /// which is for whole millions.
    public static let languages: [String: Set<String>] = [
        "sw": ["one", "other"], "lg": ["one", "other"], "fr": ["one", "other"], "de": ["one", "other"],
        "es": ["one", "other"], "ar": ["zero", "one", "two", "few", "many", "other"],
    ]

    public init() {}

    /// Returns the gaps of a text, in alphabetical order.
    public static func gaps(_ text: String) -> [String] {
        text.matches(of: /\{\d+\}/).map { String($0.output) }.sorted()
    }

    /// Returns what a catalogue lacks.
    ///
    /// - Parameters:
    ///   - catalogue: The catalogue's part with the pages' texts.
    ///   - language: Its language.
    /// - Returns: The texts that it lacks, or has with other gaps or too few plural forms, in alphabetical order.
    public func missing(in catalogue: [String: PageWords.Text], of language: String) -> [String] {
        let forms = Self.languages[language] ?? []
        let lacking = texts.filter { key in
            guard let text = catalogue[key]?.single, !text.isEmpty else { return true }
            return Self.gaps(text) != Self.gaps(key)
        }
        let incomplete = plurals.filter { key in
            let known = catalogue[key]?.forms ?? [:]
            let last = key.split(separator: "|").last.map(String.init) ?? ""
            return !forms.isSubset(of: known.keys) || Self.gaps(known["other"] ?? "") != Self.gaps(last)
        }
        return lacking.union(incomplete).sorted()
    }

    /// Adds the texts of a script.
    public mutating func add(script: String) {
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

    /// Adds the texts of a page's HTML and of its attributes; commands are none.
    public mutating func add(page: String) {
        guard let body = page.range(of: "<body") else { return }
        let code = page[body.lowerBound...].replacing(/<(svg|code).*?<\/(svg|code)>/, with: "<>")
        for text in code.matches(of: />([^<>]+)</).map({
            String($0.output.1).trimmingCharacters(in: .whitespacesAndNewlines)
        })
        where text.contains(where: \.isLetter) && text != "DoorCheck" {
            texts.insert(text)
        }
        for attribute in code.matches(of: /(placeholder|aria-label)="([^"]+)"/) {
            texts.insert(String(attribute.output.2))
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
