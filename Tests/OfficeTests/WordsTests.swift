// The words of the pages in all languages.

import Foundation
import TestSupport
import Testing

@testable import Office

struct WordsTests {
    @Test("Every text of the pages is in every language, with its gaps and its plural forms")
    func complete() async throws {
        try await RunningOffice.open { office in
            var keys = PageTexts()
            for path in OfficeFile.paths where path.hasSuffix(".js") {
                keys.add(script: String(decoding: try await office.get(path).body, as: UTF8.self))
            }
            keys.add(page: String(decoding: try await office.get("/").body, as: UTF8.self))
            #expect(keys.texts.count > 600 && keys.plurals.count > 20)
            #expect(keys.texts.contains("Link or code"))
            #expect(keys.texts.contains("Import the other {0} and skip {1}"))
            #expect(keys.plurals.contains("{0} ticket|{0} tickets"))
            var found: [[[String]]] = []
            for language in PageTexts.languages.keys.sorted() {
                let bytes = Data(try await office.get("/words-\(language).json").body)
                let words = try JSONDecoder().decode(PageWords.self, from: bytes)
                #expect(keys.missing(in: words.texts, of: language) == [], "\(language)")
                let (said, parts) = (words.said, words.parts)
                #expect(said.count > 150 && parts["lines {0} and {1}"] != nil)
                for (key, text) in Array(said) + Array(parts) {
                    #expect(PageTexts.gaps(text) == PageTexts.gaps(key) && !text.isEmpty, "\(language): \(key)")
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
