// The first account of an office, made with the code that the machine's screen shows.

import Accounts
import DoorInstallation
import DoorOutput
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Office

struct FirstAccountTests {
    private static let password = RunningOffice.password

    @Test("The code makes one organiser's account from another device, and is then gone for good")
    func once() async throws {
        try await RunningOffice.open(isLoggedIn: false, certificateFor: ["127.0.0.1"], isNew: { true }) { office in
            let first = try #require(office.firstAccount)
            let code = try #require(await first.code)
            #expect(code.count == 9 && code.split(separator: "-").map(\.count) == [4, 4])
            #expect(try await office.get("/office/entrance").object["first"] as? Bool == true)
            // Nothing is done with the code but this.
            #expect(try await office.get("/office/state").status == 401)
            for wrong in ["", "0000-0000", String(code.dropLast()), code + "0"] {
                let answer = try await office.post("/office/first/code", ["code": wrong])
                #expect(answer.status == 401 && answer.field == "code" && !answer.said.contains(code))
            }
            let right = try await office.post("/office/first/code", ["code": code])
            #expect(right.status == 204 && right.headers["set-cookie"] == nil)
            #expect(try await office.get("/office/state").status == 401)
            let account = ["code": code, "name": "Amina", "password": Self.password]
            for (key, value) in [("name", " "), ("password", "short")] {
                let answer = try await office.post("/office/first", account.merging([key: value]) { $1 })
                #expect(answer.status == 422 && answer.field == key, "\(answer.said)")
            }
            #expect(try await office.post("/office/first", account).status == 204)
            let amina = try await office.visitor("Amina")
            #expect(try await amina.get("/office/people").list("people").first?["role"] as? String == "organiser")

            // A second browser that has typed the same code.
            for (path, body) in [
                ("/office/first/code", ["code": code]), ("/office/first", account.merging(["name": "Ben"]) { $1 }),
            ] {
                let late = try await office.anotherVisitor().post(path, body)
                #expect(late.status == 409 && late.said.contains("made already"), "\(late.said)")
            }
            #expect(try await office.get("/office/entrance").object["first"] as? Bool == false)
            #expect(try await amina.get("/office/people").list("people").count == 1)

            // Neither with the next start, nor when nobody has an account any more.
            let accounts = OfficeAccounts(in: KeyFolder(path: office.keysPath))
            #expect(await FirstAccount(of: accounts) { true }.code == nil)
            try await accounts.remove(try AccountName("Amina"))
            #expect(await FirstAccount(of: accounts) { true }.code == nil)
            #expect(await first.code == nil)
        }
    }

    @Test("An office with a link takes no code for a first account")
    func link() async throws {
        try await RunningOffice.open(isLoggedIn: false) { office in
            let entrance = try await office.get("/office/entrance")
            #expect(entrance.object["first"] as? Bool == false)
            #expect(try await office.post("/office/first/code", ["code": "0000-0000"]).status == 409)
            let account = ["code": "0000-0000", "name": "Amina", "password": Self.password]
            #expect(try await office.post("/office/first", account).status == 409)
        }
    }

    /// A code in a folder of keys, and the accounts.
    private func withCode(
        isNew: @escaping @Sendable () throws -> Bool = { true },
        _ body: (FirstAccount, OfficeAccounts, _ folder: String) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let accounts = OfficeAccounts(in: KeyFolder(path: folder + "/keys"))
            try await body(FirstAccount(of: accounts) { try isNew() }, accounts, folder)
        }
    }

    @Test("Of many browsers that make the first account at once, one does")
    func race() async throws {
        try await withCode { first, accounts, _ in
            let code = try #require(await first.code)
            let outcomes = await withTaskGroup(of: FirstAccount.Outcome?.self) { group in
                for number in 0..<12 {
                    group.addTask {
                        try? await first.make(
                            AccountName("Person \(number)"), password: Password(Self.password), with: code,
                            from: "network \(number)")
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == .right } == 1 && outcomes.count { $0 == .gone } == 11, "\(outcomes)")
            #expect(try await accounts.all().count == 1)
        }
    }

    @Test("Guesses of the code end the tries of strangers, right ones included, from however many addresses")
    func guesses() async throws {
        try await withCode { first, _, _ in
            let code = try #require(await first.code)
            let now = ContinuousClock.now
            var wrong = 0
            for number in 0..<1000 {
                switch await first.check("0000-0000", from: "network \(number % 100)", now: now) {
                case .wrong: wrong += 1
                case .tooManyTries: break
                case let outcome: Issue.record("\(outcome)")
                }
            }
            #expect(wrong == 40)
            #expect(await first.check(code, from: "network 500", now: now) == .tooManyTries)
            #expect(await first.check(code, from: "network 500", now: now + .seconds(61)) == .right)
        }
    }

    @Test("Five wrong codes from one address keep no other address from the right one")
    func address() async throws {
        try await withCode { first, _, _ in
            let code = try #require(await first.code)
            let now = ContinuousClock.now
            for _ in 0..<5 { #expect(await first.check("0000-0000", from: "theirs", now: now) == .wrong) }
            #expect(await first.check(code, from: "theirs", now: now) == .tooManyTries)
            #expect(await first.check(code, from: "ours", now: now) == .right)
        }
    }

    @Test("A code is typed in either case, without its hyphen, and with letters for the digits that they look like")
    func spelling() async throws {
        try await withCode { first, _, _ in
            let code = try #require(await first.code)
            let letters = code.replacing("0", with: "O").replacing("1", with: "l")
            for typed in [
                code.lowercased(), code.replacing("-", with: ""), " \(code.replacing("-", with: " ")) ", letters,
            ] {
                #expect(await first.check(typed, from: "here") == .right, "\(typed) for \(code)")
            }
            #expect(await first.check(String(repeating: " ", count: 100_000) + code, from: "here") == .wrong)
        }
    }

    @Test("Each start has another code")
    func codes() async throws {
        var codes: Set<String> = []
        try await withTemporaryFolder { folder in
            let accounts = OfficeAccounts(in: KeyFolder(path: folder))
            for _ in 0..<100 { codes.insert(try #require(await FirstAccount(of: accounts) { true }.code)) }
        }
        #expect(codes.count == 100)
    }

    @Test("A machine that has settings, a key or an event has no code, and gets none again")
    func usedMachine() async throws {
        let isNew = Mutex(true)
        let answer: @Sendable () -> Bool = { isNew.withLock { $0 } }
        try await withCode(isNew: answer) { first, _, _ in
            let code = try #require(await first.code)
            isNew.withLock { $0 = false }
            #expect(await first.check(code, from: "here") == .gone)
            isNew.withLock { $0 = true }
            #expect(await first.code == nil)
            #expect(await first.check(code, from: "here") == .gone)
        }
    }

    @Test("While it cannot be known whether a machine is new, the code does nothing; afterwards it holds as before")
    func unknownMachine() async throws {
        let isReadable = Mutex(true)
        let answer: @Sendable () throws -> Bool = {
            guard isReadable.withLock(\.self) else { throw FileError("read box.toml", errno: EACCES) }
            return true
        }
        try await withCode(isNew: answer) { first, accounts, _ in
            let code = try #require(await first.code)
            isReadable.withLock { $0 = false }
            #expect(await first.code == nil)
            #expect(await first.trouble?.contains("box.toml") == true)
            let outcome = try await first.make(
                AccountName("Amina"), password: Password(Self.password), with: code, from: "here")
            #expect(outcome == .unknown)
            #expect(await !first.isGone)
            #expect(await accounts.isUntouched)
            isReadable.withLock { $0 = true }
            #expect(await first.code == code)
            #expect(await first.trouble == nil)
        }
    }

    @Test("Settings that come while the password is hashed end the code")
    func settingsMeanwhile() async throws {
        let looks = Mutex(0)
        // New when the code is checked, and not any more when the account is to be written.
        let answer: @Sendable () -> Bool = {
            looks.withLock { count in
                count += 1
                return count <= 2
            }
        }
        try await withCode(isNew: answer) { first, accounts, _ in
            let code = try #require(await first.code)
            let outcome = try await first.make(
                AccountName("Amina"), password: Password(Self.password), with: code, from: "here")
            #expect(outcome == .gone)
            #expect(await accounts.isUntouched)
        }
    }

    @Test("A file of accounts that is damaged, or that a command has written, ends the code")
    func otherAccounts() async throws {
        try await withCode { first, accounts, folder in
            #expect(await first.isOpen)
            try await accounts.add(try AccountName("Ben"), as: .desk, password: Password(Self.password))
            #expect(await first.code == nil)
            try Data("nonsense".utf8).write(to: URL(filePath: folder + "/keys/office-accounts.json"))
            #expect(await FirstAccount(of: accounts) { true }.code == nil)
        }
    }

    @Test("An account that cannot be written is told, and the code still holds")
    func fullFolder() async throws {
        let accounts = OfficeAccounts(in: KeyFolder(path: "/proc/no/keys"))
        let first = FirstAccount(of: accounts) { true }
        let code = try #require(await first.code)
        await #expect(throws: (any Error).self) {
            try await first.make(
                AccountName("Amina"), password: Password(Self.password), with: code, from: "here")
        }
        #expect(await first.code == code)
    }
}
