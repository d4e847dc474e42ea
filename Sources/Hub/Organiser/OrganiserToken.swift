// The token that opens the organiser's pages.

import HubProtocol
import TicketSigning

/// A long random secret that `doorcheck hub token` shows once; the hub stores its hash.
public struct OrganiserToken: Sendable, CustomStringConvertible {
    private let code: EnrolmentCode

    /// Creates a random token.
    public init() {
        code = EnrolmentCode()
    }

    /// - Parameter text: A text in the form of ``description``, in either case, with or without hyphens; otherwise
    ///   `nil`.
    init?(_ text: String) {
        guard let code = EnrolmentCode(text.filter { !$0.isWhitespace }) else { return nil }
        self.code = code
    }

    /// Four groups of four letters and digits: 80 random bits, far too many to guess within the rate limit.
    public var description: String { code.description }

    /// The hash that the hub stores and compares.
    var hash: [UInt8] { SHA256.hash(Array("doorcheck/organiser/v1\0".utf8) + code.secret) }
}
