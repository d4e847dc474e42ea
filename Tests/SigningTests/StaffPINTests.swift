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
