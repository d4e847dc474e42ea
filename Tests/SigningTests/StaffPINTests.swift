// The PIN's file.

import TestSupport
import Testing

@testable import TicketSigning

struct StaffPINTests {
    @Test("A PIN is the only line of a private file, and nothing else matches")
    func matching() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/pin"
            try PrivateFile.create(path, contents: "271828\n")
            let pin = try StaffPIN(at: path)
            #expect(pin.matches("271828"))
            for wrong in ["", "27182", "271828\n", "271829", "2718281"] { #expect(!pin.matches(wrong)) }
            #expect("\(pin)" == "<redacted>")
        }
    }

    @Test("What one PIN has sealed is worth nothing under another, nor on another box")
    func authenticator() throws {
        try withTemporaryFolder { folder in
            func pin(_ text: String) throws -> StaffPIN {
                try PrivateFile.create(folder + "/" + text, contents: text + "\n")
                return try StaffPIN(at: folder + "/" + text)
            }
            let (old, new) = (try pin("271828"), try pin("314159"))
            let (here, elsewhere): ([UInt8], [UInt8]) = ([1, 2, 3], [1, 2, 4])
            let code = try old.authenticator(with: here)("browser")
            #expect(try old.authenticator(with: here)("browser") == code)
            #expect(try new.authenticator(with: here)("browser") != code)
            #expect(try old.authenticator(with: elsewhere)("browser") != code)
            #expect(try old.authenticator(with: here)("another") != code)
        }
    }

    @Test("A file that is no PIN is refused, in words without it", arguments: ["", "12345", "123456\n7", "\n"])
    func malformed(contents: String) throws {
        try withTemporaryFolder { folder in
            let path = folder + "/pin"
            try PrivateFile.create(path, contents: contents)
            #expect(throws: KeyFileError.malformed(path: path, line: 1, expected: StaffPIN.expectation)) {
                try StaffPIN(at: path)
            }
        }
    }
}
