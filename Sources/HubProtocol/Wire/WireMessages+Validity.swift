// Which claims are possible.

import Ledger

extension Wire.ClaimRequest {
    /// The valid range of sequence numbers, which exceeds what happens with any ticket.
    fileprivate static let ordinals: ClosedRange<Int64> = 1...1_000_000

    /// Whether the numbers are in range, and zone and gate are 1 to 32 ASCII letters, digits or `-`.
    package var isValid: Bool {
        number >= 1 && Self.ordinals.contains(ordinal) && Timestamp.range.contains(at) && zone.isPlaceName
            && gate.isPlaceName
    }
}

extension Wire.ClaimAnswer.GrantedClaim {
    /// Whether a box can calculate with the numbers.
    package var isValid: Bool { Wire.ClaimRequest.ordinals.contains(ordinal) && Timestamp.range.contains(at) }
}

extension String {
    fileprivate var isPlaceName: Bool {
        (1...32).contains(utf8.count) && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
}
