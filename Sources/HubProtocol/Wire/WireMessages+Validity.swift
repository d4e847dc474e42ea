// Which claims are possible.

import Ledger

extension Wire.ClaimRequest {
    /// Whether the number is in range, and zone and gate are 1 to 32 ASCII letters, digits or `-`.
    package var isValid: Bool {
        zone.isPlaceName && gate.isPlaceName
    }
}

extension String {
    fileprivate var isPlaceName: Bool {
        (1...32).contains(utf8.count) && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
}
