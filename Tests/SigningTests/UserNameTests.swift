// Whose files are, in words.

import Testing

@testable import TicketSigning

struct UserNameTests {
    @Test("Users have names, and numbers where nobody knows them")
    func names() {
        #expect(UserName.text(0) == "root")
        #expect(UserName.text(4_000_000_001) == "user 4000000001")
    }

    @Test("Root is told to act as the owner of a key, never to take it")
    func owner() {
        let told = KeyFileError.foreignOwner(path: "/k", owner: 4_000_000_001, user: 0).description
        #expect(told.contains("sudo -u '#4000000001' doorcheck") && !told.contains("chown"))
        let other = KeyFileError.foreignOwner(path: "/k", owner: 0, user: 4_000_000_001).description
        #expect(other.contains("chown 4000000001 /k"))
    }
}
