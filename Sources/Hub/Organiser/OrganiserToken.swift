// What opens the organiser's pages.

import TicketSigning

/// A long random secret that `doorcheck hub token` shows once; the hub stores its hash.
public struct OrganiserToken: Sendable, CustomStringConvertible {
    private let code: EnrolmentCode

    /// A new token.
    public init() {
        code = EnrolmentCode()
    }

    /// - Parameter text: As ``description`` gives it, in either case, with or without hyphens; else `nil`.
    init?(_ text: String) {
        guard let code = EnrolmentCode(text.filter { !$0.isWhitespace }) else { return nil }
        self.code = code
    }

    /// Four groups of four letters and digits: 80 random bits, far beyond what the limit on tries lets anybody try.
    public var description: String { code.description }

    /// What the hub stores and compares.
    var hash: [UInt8] { SHA256.hash(Array("doorcheck/organiser/v1\0".utf8) + code.secret) }
}
