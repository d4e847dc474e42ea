// What tickets look like, set in the office.

import Ledger
import Paper
import Testing

@testable import Office

struct DesignTests {
    private static let png = [0x89, 0x50, 0x4E, 0x47] as [UInt8]

    /// A logo's file.
    private func logo(_ pixel: [UInt8] = [200, 40, 40, 255], width: Int = 90, height: Int = 30) throws -> [UInt8] {
        try PaperPicture(
            width: width, height: height, rgba: (0..<width * height).flatMap { _ in pixel }
        ).png
    }

    @Test("Venue, address, start and colours are kept, and an empty field is none")
    func fields() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent([
                "event": [
                    "name": "Night", "venue": "Nile Hall", "address": "12 River Road", "starts": 1_790_000_000_000,
                ],
                "tiers": [["name": "VIP", "colour": "#7B1FA2"], ["name": "Crew"]],
            ])
            var state = try await office.get("/office/events/\(event)").object
            var rules = try #require(state["event"] as? [String: Any])
            #expect(rules["venue"] as? String == "Nile Hall" && rules["starts"] as? Int == 1_790_000_000_000)
            let tiers = try #require(state["tiers"] as? [[String: Any]])
            #expect(tiers.first { $0["name"] as? String == "VIP" }?["colour"] as? String == "#7b1fa2")
            #expect(tiers.first { $0["name"] as? String == "Crew" }?["colour"] == nil)
            let seen = try #require(state["version"])
            rules["venue"] = ""
            state = [
                "version": seen, "event": rules, "gates": state["gates"] as Any,
                "tiers": [["name": "VIP"], ["name": "Crew"]],
            ]
            let changed = try await office.post("/office/events/\(event)", state)
            #expect(changed.status == 200, "\(changed.said)")
            #expect((changed.object["event"] as? [String: Any])?["venue"] == nil)
            #expect(changed.list("tiers").allSatisfy { $0["colour"] == nil })
            #expect(try await office.post("/office/events/\(event)", state).status == 409)
        }
    }

    @Test("A logo is on the tickets at once, also on those of an event that is copied, until it is removed")
    func logoIsKept() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let sample = "/office/sample.png?name=Night&event=\(event)"
            let without = try await office.get(sample).body
            #expect(without.starts(with: Self.png))
            let set = try await office.upload(logo(), to: "/office/events/\(event)/logo")
            #expect(set.status == 200 && !set.text("logo").isEmpty, "\(set.said)")
            #expect(try await office.get("/office/events/\(event)").text("logo") == set.text("logo"))
            #expect(try await office.get(sample).body != without)
            let copy = try await office.post(
                "/office/events", ["event": ["name": "Next"], "gates": [["name": "main"]], "copyOf": event])
            #expect(copy.status == 201 && copy.text("logo") == set.text("logo"))
            #expect(try await office.post("/office/events/\(event)/logo/removal").status == 200)
            #expect(try await office.get(sample).body == without)
            #expect(try await office.get("/office/events/\(copy.text("id"))").text("logo") == set.text("logo"))
        }
    }

    @Test("What is no logo is refused in one sentence, and the logo stays")
    func refusedLogos() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let set = try await office.upload(logo(), to: "/office/events/\(event)/logo")
            var huge = try logo()
            // 65,536 pixels in a row, without the pixels.
            huge.replaceSubrange(16..<20, with: [0, 1, 0, 0])
            let faults: [([UInt8], Int, String)] = [
                ([], 422, "empty"), (Array("javascript:alert(1)".utf8), 422, "not a PNG or JPEG"),
                (Array("GIF89a".utf8) + [UInt8](repeating: 0, count: 99), 422, "not a PNG or JPEG"),
                (huge, 422, "damaged"),
                (Array(try logo().prefix(60)), 422, "PNG"), (try logo([255, 255, 255, 255]), 422, "white"),
                (try logo([0, 0, 0, 0]), 422, "white"), (try logo([240, 240, 235, 255]), 422, "white paper"),
                ([UInt8](repeating: 1, count: (5 << 20) + 1), 413, "larger than 5 MB"),
            ]
            for (file, status, words) in faults {
                let answer = try await office.upload(file, to: "/office/events/\(event)/logo")
                #expect(answer.status == status && answer.said.contains(words), "\(answer.status) \(answer.said)")
                let end = answer.said.suffix(2)
                #expect(end != "?." && (end.hasSuffix(".") || end.hasSuffix("?")), "\(answer.said)")
                #expect(answer.said.split(separator: ". ").count == 1)
            }
            #expect(try await office.get("/office/events/\(event)").text("logo") == set.text("logo"))
            let nowhere = "00000000-0000-4000-8000-000000000000"
            #expect(try await office.upload(logo(), to: "/office/events/\(nowhere)/logo").status == 404)
        }
    }

    @Test("A sample takes any text, and shows what is typed")
    func samples() async throws {
        try await RunningOffice.open { office in
            var pictures: Set<[UInt8]> = []
            let queries = [
                "", "name=Night", "name=Night&tier=VIP", "name=Night&tier=VIP&colour=%237b1fa2",
                "name=Night&tier=VIP&colour=%23ffffff", "name=Night&venue=Nile%20Hall",
                "name=Night&opens=1790000000000",
                "name=%00%1B%5B31m&venue=%E2%80%AEx&colour=javascript:&opens=99999999999999999&tier=%3Cscript%3E",
                "name=" + String(repeating: "x", count: 3000),
            ]
            for query in queries {
                let answer = try await office.get("/office/sample.png?\(query)")
                #expect(answer.status == 200 && answer.body.starts(with: Self.png), "\(query)")
                pictures.insert(answer.body)
            }
            #expect(pictures.count == queries.count)
        }
    }

    @Test("Pictures for phones come as one or in a ZIP file, and count as printed")
    func phones() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name,email\nAda,a@example.org\nBea,b@example.org\n", to: event)
            let preview = try await office.get("/office/events/\(event)/preview.png?size=phone")
            #expect(preview.status == 200 && preview.body.starts(with: Self.png))
            let all = try await office.get("/office/events/\(event)/tickets.zip?size=phone")
            #expect(all.status == 200 && all.body.starts(with: Array("PK".utf8)))
            #expect(all.headers["content-type"] == "application/zip")
            let id = try #require(try await office.tickets(of: event).first?["id"] as? String)
            let one = try await office.get("/office/events/\(event)/tickets.zip?size=phone&ticket=\(id)")
            #expect(one.body.starts(with: Self.png) && one.headers["content-type"] == "image/png")
            #expect(one.headers["content-disposition"]?.contains(".png") == true)
            // The page's own reader admits it.
            let batch = try await office.post("/office/events/\(event)/pictures", ["gate": "main", "admit": true])
            let read = try await office.upload(one.body, to: "/office/pictures/\(batch.text("batch"))?name=a.png")
            #expect(read.list("codes").first?["style"] as? String == "admit")
            // A PDF of the paper "phone" or a ZIP file of pages is nothing that anybody asks for.
            for path in ["tickets.pdf?size=phone", "tickets.zip?size=A4"] {
                #expect(try await office.get("/office/events/\(event)/\(path)").status == 422, "\(path)")
            }
        }
    }

    @Test("A ticket is found by the number that is printed on it")
    func number() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name,email\nAda,a@example.org\nBea,b@example.org\n", to: event)
            let ticket = try #require(try await office.tickets(of: event).first)
            let number = try #require(ticket["number"] as? String)
            for typed in [number, number.lowercased(), number.filter { $0 != " " }] {
                let found = try await office.tickets(of: event, ["text": typed])
                #expect(found.map { $0["id"] as? String } == [ticket["id"] as? String])
            }
        }
    }
}
