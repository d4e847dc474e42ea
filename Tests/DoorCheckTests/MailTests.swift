// Mails with tickets in them: what stands in a name is never syntax.

import Foundation
import Ledger
import Mail
import Testing

@testable import Organising

struct MailTests {
    private func message(name: String, subject: String = "Night", text: String = "Hello") throws -> [String] {
        let from = try #require(MailAddress("Summer Night <tickets@example.org>"))
        let to = try #require(MailAddress(address: "ada@example.org", name: name))
        let mail = MailMessage(
            from: from, to: to, subject: subject, text: text, date: Timestamp(milliseconds: 1_783_184_400_000),
            identifier: "0051ee3b", attachment: (name: "t.pdf", kind: "application/pdf", bytes: Array(0...255)),
            isDraft: true)
        return String(decoding: mail.bytes, as: UTF8.self).components(separatedBy: "\r\n")
    }

    @Test(
        "A name with line breaks and syntax adds no header",
        arguments: [
            "Eve\r\nBcc: x@example.org", "Eve\" <x@example.org>, \"", "Eve\n\nbody", "=?utf-8?q?x?=", "نور 王 \u{1F600}",
            String(repeating: "Ñandú ", count: 60),
        ])
    func namesAreInert(_ name: String) throws {
        let lines = try message(name: name, subject: name)
        let heads = lines.prefix { !$0.isEmpty }
        let names = heads.filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
        #expect(
            names == [
                "From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "X-Unsent", "Content-Type",
            ])
        #expect(lines.allSatisfy { $0.utf8.count <= 78 && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
        #expect(!lines.joined(separator: "\n").contains("Eve"))
    }

    @Test("Encoded words hold the text again, in whole characters")
    func encodedWords() throws {
        let text = String(repeating: "ž王é", count: 40)
        let words = MailText.encodedWords(text).components(separatedBy: "\r\n ")
        let decoded = try words.map { word in
            #expect(word.utf8.count <= 75)
            let data = try #require(Data(base64Encoded: String(word.dropFirst(10).dropLast(2))))
            return try #require(String(data: data, encoding: .utf8))
        }
        #expect(decoded.joined() == text)
    }

    @Test("Date and boundary are those of RFC 5322 and 2046")
    func shape() throws {
        let lines = try message(name: "Ada")
        #expect(lines.contains("Date: Sat, 04 Jul 2026 17:00:00 +0000"))
        #expect(lines.filter { $0 == "--doorcheck-0051ee3b" }.count == 2)
        #expect(lines.last == "" && lines.dropLast().last == "--doorcheck-0051ee3b--")
    }

    @Test(
        "What is not one plain address is none",
        arguments: [
            "", "ada", "ada@", "@example.org", "a@b@c.org", "a b@example.org", "a@example.org, b@example.org",
            "a@ex\r\nBcc:x", "ä@example.org", "1042", "a@.org",
        ])
    func badAddresses(_ text: String) {
        #expect(MailAddress(address: text, name: nil) == nil)
    }
}
