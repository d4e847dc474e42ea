// The people who use the office, and their sessions.

import Accounts
import BlockingCalls
import DoorInstallation
import Foundation
import HTTPSupport
import TestSupport
import Testing
import TicketSigning

@testable import Office

struct PeopleTests {
    @Test("What somebody has sent goes with the last session that had it, also after a second log-in")
    func takenOver() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            var ada = try await office.person("Ada", "organiser")
            let list = Array("name\nBo\n".utf8)
            let token = try await ada.upload(list, to: "/office/events/\(event)/lists?name=a.csv").text("token")
            let again = try await ada.logIn("Ada", RunningOffice.password)
            ada.cookie = again.headers["set-cookie"]?.split(separator: ";").first.map(String.init)
            #expect(try await ada.post("/office/lists/\(token)", ["columns": [String: String]()]).status != 404)
            #expect(try await ada.post("/office/logout").status == 204)
            ada = try await office.visitor("Ada")
            #expect(try await ada.post("/office/lists/\(token)", ["columns": [String: String]()]).status == 404)
        }
    }

    private static let password = RunningOffice.password

    private func accounts(of office: RunningOffice) -> OfficeAccounts {
        OfficeAccounts(in: KeyFolder(path: office.keysPath))
    }

    @Test("A name in any spelling logs in, and a wrong password and an unknown name are answered alike")
    func logIn() async throws {
        try await RunningOffice.open { office in
            #expect(try await office.get("/office/entrance").object["accounts"] as? Bool == false)
            _ = try await office.person("Amina", "desk")
            #expect(try await office.get("/office/entrance").object["accounts"] as? Bool == true)
            let who = try await office.visitor(" AMINA").get("/office/state").object["who"] as? [String: Any]
            #expect(who?["name"] as? String == "Amina" && who?["role"] as? String == "desk")
            let wrong = try await office.logIn("Amina", "another password")
            let unknown = try await office.logIn("Nobody", Self.password)
            #expect(wrong.status == 401 && unknown.status == 401 && wrong.said == unknown.said)
            #expect(try await office.logIn("", "").status == 401)
            let taken = try await office.post(
                "/office/people", ["name": "amina", "role": "organiser", "password": Self.password])
            #expect(taken.status == 409 && taken.field == "name")
            let short = try await office.post(
                "/office/people", ["name": "Ben", "role": "desk", "password": "short"])
            #expect(short.status == 422 && short.field == "password" && !short.said.contains("short;"))
        }
    }

    @Test("Guesses of one password end the tries of strangers, right ones included")
    func guesses() async throws {
        try await RunningOffice.open { office in
            _ = try await office.person("Amina", "organiser")
            var statuses: [Int] = []
            for _ in 0..<LoginLimiter.ofOne { statuses.append(try await office.logIn("Amina", "a wrong guess").status) }
            #expect(statuses == Array(repeating: 401, count: LoginLimiter.ofOne))
            #expect(try await office.logIn("Amina", Self.password).status == 429)
            // The person at the machine still gets in, and those who are in stay there.
            #expect(try await office.get("/office/state").status == 200)
        }
    }

    @Test("Removing an account, changing its role or its password ends its sessions at once, by page or by command")
    func ends() async throws {
        try await RunningOffice.open { office in
            let amina = try AccountName("Amina")
            let changes: [@Sendable () async throws -> Void] = [
                { _ = try await office.post("/office/people/change", ["name": "Amina", "role": "viewer"]) },
                { _ = try await office.post("/office/people/change", ["name": "Amina", "password": Self.password]) },
                { try await accounts(of: office).set(amina, role: .desk) },
                { try await accounts(of: office).set(amina, password: try Password(Self.password)) },
                { try await accounts(of: office).remove(amina) },
                {
                    try await accounts(of: office).add(amina, as: .desk, password: try Password(Self.password))
                    _ = try await office.post("/office/people/removal", ["name": "amina"])
                },
            ]
            _ = try await office.person("Amina", "organiser")
            let ben = try await office.person("Ben", "viewer")
            for (number, change) in changes.enumerated() {
                let before: RunningOffice? = number < 5 ? try await office.visitor("Amina") : nil
                #expect(try await before?.get("/office/state").status ?? 200 == 200)
                try await change()
                #expect(try await before?.get("/office/state").status ?? 401 == 401, "\(number)")
                #expect(try await ben.get("/office/state").status == 200)
            }
            #expect(try await office.logIn("Amina", Self.password).status == 401)
            #expect(try await office.post("/office/people/removal", ["name": "Amina"]).status == 404)
        }
    }

    @Test("An account that is removed and added again opens none of its old sessions")
    func again() async throws {
        try await RunningOffice.open { office in
            let amina = try await office.person("Amina", "desk")
            _ = try await office.post("/office/people/removal", ["name": "Amina"])
            _ = try await office.person("Amina", "desk")
            #expect(try await amina.get("/office/state").status == 401)
        }
    }

    @Test("What one person has sent is nobody else's, and stays when another logs out")
    func uploads() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let (amina, ben) = (
                try await office.person("Amina", "organiser"), try await office.person("Ben", "organiser")
            )
            let list = try await amina.upload(
                Array("name\nAda\n".utf8), to: "/office/events/\(event)/lists?name=a.csv"
            ).text("token")
            let batch = try await amina.post("/office/events/\(event)/pictures").text("batch")
            #expect(try await ben.post("/office/lists/\(list)/import").status == 404)
            #expect(try await ben.post("/office/lists/\(list)/cancel").status == 204)
            #expect(try await ben.upload([1], to: "/office/pictures/\(batch)?name=a.png").status == 404)
            #expect(try await ben.post("/office/logout").status == 204)
            // A session of the same person that follows goes on with it.
            let next = try await office.visitor("Amina")
            #expect(try await next.post("/office/lists/\(list)", ["columns": [String: String]()]).status == 200)
            #expect(try await next.upload([1], to: "/office/pictures/\(batch)?name=a.png").status == 422)
            #expect(try await next.post("/office/lists/\(list)/import").status == 200)
            let imports = try await office.get("/office/events/\(event)/imports").list("imports")
            #expect(imports.map { $0["by"] as? String } == ["Amina"])
            #expect(try await amina.post("/office/logout").status == 204)
            #expect(try await next.upload([1], to: "/office/pictures/\(batch)?name=a.png").status == 404)
        }
    }

    @Test("A sale that is sent again after another log-in makes no second ticket, and another person's makes one")
    func sales() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let desk = try await office.person("Desk 1", "desk")
            let sale = ["sale": "1", "name": "Ben"]
            let first = try await desk.post("/office/events/\(event)/sell", sale)
            _ = try await desk.post("/office/logout")
            let next = try await office.visitor("Desk 1")
            #expect(try await next.post("/office/events/\(event)/sell", sale).text("id") == first.text("id"))
            let other = try await office.person("Desk 2", "desk")
            #expect(try await other.post("/office/events/\(event)/sell", sale).text("id") != first.text("id"))
        }
    }

    @Test("A page goes on for the person it belongs to and for no other, whoever logs in in the same browser")
    func owners() async throws {
        try await RunningOffice.open { office in
            let (amina, ben) = (try await office.person("Amina", "desk"), try await office.person("Ben", "desk"))
            func id(_ office: RunningOffice) async throws -> String {
                (try await office.get("/office/state").object["who"] as? [String: Any])?["id"] as? String ?? ""
            }
            let (aminas, bens) = (try await id(amina), try await id(ben))
            #expect(aminas != bens && !aminas.isEmpty)
            var page = ben
            page.headers = [("Office-Person", aminas)]
            let refused = try await page.get("/office/state")
            #expect(refused.status == 401 && refused.text("type") == "otherPerson" && refused.said.contains("Ben"))
            // Nor does the page take another person's password.
            page.cookie = nil
            let logIn = try await page.logIn("Ben", Self.password)
            #expect(logIn.status == 409 && logIn.headers["set-cookie"] == nil)
            #expect(try await page.logIn("Amina", Self.password).status == 204)
        }
    }

    @Test("A log-in makes a new session, and ends the one that the browser had")
    func fixation() async throws {
        try await RunningOffice.open { office in
            _ = try await office.person("Amina", "desk")
            let name = try #require(office.cookie?.split(separator: "=").first)
            var victim = office.anotherVisitor()
            victim.cookie = "\(name)=chosen-by-a-stranger"
            let answer = try await victim.logIn("Amina", Self.password)
            #expect(answer.headers["set-cookie"]?.contains("chosen-by-a-stranger") == false)
            #expect(try await victim.get("/office/state").status == 401)
            let session = try await office.visitor("Amina")
            #expect(try await session.logIn("Amina", Self.password).status == 204)
            #expect(try await session.get("/office/state").status == 401)
        }
    }

    @Test("A person has so many sessions, and the oldest ends")
    func many() async throws {
        var store = SessionStore<String>()
        let begin = ContinuousClock.now
        let others = store.open("Ben", now: begin)
        let own = (0..<9).map { number in
            store.open("Amina", atMost: 8, now: begin + .seconds(number)) { $0 == "Amina" }
        }
        #expect(own.map { store.session(of: $0, now: begin) != nil } == [false] + Array(repeating: true, count: 8))
        #expect(store.session(of: others, now: begin) != nil)
    }

    @Test("A damaged file of accounts, or one that others could read, opens the office to nobody; the link works")
    func damaged() async throws {
        try await RunningOffice.open(isLoggedIn: false) { office in
            let accounts = accounts(of: office)
            try await accounts.add(AccountName("Amina"), as: .organiser, password: Password(Self.password))
            #expect(try FileManager.default.attributesOfItem(atPath: accounts.path)[.posixPermissions] as? Int == 0o600)
            let amina = try await office.visitor("Amina")
            let good = try Data(contentsOf: URL(filePath: accounts.path))
            for bad in ["", "{}", "{\"schema\":1,\"accounts\":[]}", String(decoding: good.dropLast(9), as: UTF8.self)] {
                try Data(bad.utf8).write(to: URL(filePath: accounts.path))
                chmod(accounts.path, 0o600)
                for answer in [try await amina.get("/office/state"), try await office.logIn("Amina", Self.password)] {
                    #expect(answer.status == 503 && answer.said.contains("damaged"), "\(bad): \(answer.said)")
                }
                await #expect(throws: OfficeAccountsError.damaged(path: accounts.path)) {
                    try await accounts.add(AccountName("Ben"), as: .organiser, password: Password(Self.password))
                }
            }
            try good.write(to: URL(filePath: accounts.path))
            chmod(accounts.path, 0o644)
            #expect(try await office.logIn("Amina", Self.password).said.contains("chmod 600"))
            chmod(accounts.path, 0o600)
            #expect(try await amina.get("/office/state").status == 200)
            try Data().write(to: URL(filePath: accounts.path))
            var here = office
            here.cookie = try await office.logIn()
            #expect(try await here.get("/office/state").status == 200)
        }
    }

    @Test("Accounts that are added at the same moment are all there")
    func race() async throws {
        try await withTemporaryFolder { folder in
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for number in 0..<8 {
                    tasks.addTask {
                        let accounts = OfficeAccounts(in: KeyFolder(path: folder + "/keys"))
                        try await accounts.add(
                            AccountName("Desk \(number)"), as: .desk, password: Password(Self.password))
                    }
                }
                try await tasks.waitForAll()
            }
            let accounts = OfficeAccounts(in: KeyFolder(path: folder + "/keys"))
            #expect(try await accounts.all().count == 8)
        }
    }
}
