// Pictures of tickets in the office.

import Testing

@testable import Office

struct PictureTests {
    /// Serves an office with an event and the picture of one ticket's code.
    private func withPicture(
        _ body: @Sendable @escaping (RunningOffice, _ event: String, _ picture: [UInt8]) async throws -> Void
    ) async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name,email\nAda,ada@example.org\n", to: event)
            let id = try #require(try await office.tickets(of: event).first?["id"] as? String)
            try await body(office, event, office.get("/office/tickets/\(id)/code.png").body)
        }
    }

    private func begin(_ office: RunningOffice, _ event: String, admit: Bool) async throws -> String {
        let batch = try await office.post("/office/events/\(event)/pictures", ["gate": "main", "admit": admit])
        #expect(batch.status == 200)
        return batch.text("batch")
    }

    @Test("A batch that only checks admits nobody, and tells a copy")
    func aBatchThatOnlyChecksAdmits() async throws {
        try await withPicture { office, event, picture in
            let batch = try await begin(office, event, admit: false)
            let first = try await office.upload(picture, to: "/office/pictures/\(batch)?name=a.png").list("codes")
            #expect(first.first?["style"] as? String == "admit")
            #expect(first.first?["name"] as? String == "Ada")
            let second = try await office.upload(picture, to: "/office/pictures/\(batch)?name=b.png").list("codes")
            #expect(second.first?["copyOf"] as? String == "a.png")
            #expect(try await office.tickets(of: event).first?["entries"] as? Int == 0)
        }
    }

    @Test("A batch that admits uses each ticket once")
    func aBatchThatAdmitsUsesEach() async throws {
        try await withPicture { office, event, picture in
            let batch = try await begin(office, event, admit: true)
            let first = try await office.upload(picture, to: "/office/pictures/\(batch)?name=a.png").list("codes")
            #expect(first.first?["style"] as? String == "admit")
            let second = try await office.upload(picture, to: "/office/pictures/\(batch)?name=b.png").list("codes")
            #expect(second.first?["reason"] as? String == "already-used")
            #expect(try await office.tickets(of: event).first?["entries"] as? Int == 1)
            #expect(try await office.post("/office/imports/1/undo").status == 409)
            #expect(try await office.post("/office/pictures/\(batch)/end").status == 204)
            #expect(try await office.upload(picture, to: "/office/pictures/\(batch)?name=c.png").status == 404)
        }
    }

    @Test("A picture that is sent again, because its answer was lost, gets the same answer")
    func aPictureThatIsSentAgain() async throws {
        try await withPicture { office, event, picture in
            let batch = try await begin(office, event, admit: true)
            for _ in 0..<2 {
                let found = try await office.upload(picture, to: "/office/pictures/\(batch)?name=a.png").list("codes")
                #expect(found.first?["style"] as? String == "admit")
            }
            #expect(try await office.tickets(of: event).first?["entries"] as? Int == 1)
        }
    }

    @Test("A picture that is sent several times at once admits one person of a group")
    func atOnce() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name,email,admits\nAda,ada@example.org,10\n", to: event)
            let id = try #require(try await office.tickets(of: event).first?["id"] as? String)
            let picture = try await office.get("/office/tickets/\(id)/code.png").body
            let batch = try await begin(office, event, admit: true)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for _ in 0..<4 {
                    tasks.addTask {
                        let other = office.anotherVisitor()
                        _ = try await other.upload(picture, to: "/office/pictures/\(batch)?name=a.png")
                    }
                }
                try await tasks.waitForAll()
            }
            #expect(try await office.tickets(of: event).first?["entries"] as? Int == 1)
        }
    }

    @Test("What is no picture gets a sentence, and the next picture is read")
    func whatIsNoPictureGetsA() async throws {
        try await withPicture { office, event, picture in
            let batch = try await begin(office, event, admit: false)
            for bytes in [Array("hello".utf8), [], Array(picture.prefix(100))] {
                let answer = try await office.upload(bytes, to: "/office/pictures/\(batch)?name=a.png")
                #expect(answer.status == 422 && [".", "?"].contains(answer.said.suffix(1)))
            }
            #expect(
                try await office.upload(picture, to: "/office/pictures/\(batch)?name=b.png").list("codes").count == 1)
        }
    }
}
