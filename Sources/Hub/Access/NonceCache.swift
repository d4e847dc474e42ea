// Protects against replayed requests.

import HubProtocol

/// The nonces of recent requests.
actor NonceCache {
    private var current: Set<[UInt8]> = []
    private var previous: Set<[UInt8]> = []
    private var rotated: Int64 = 0

    /// Accepts a nonce once.
    ///
    /// - Parameters:
    ///   - nonce: Box and nonce of a request with a valid signature and a time within ``RequestSignature/window`` of
    ///     now.
    ///   - now: The hub's wall clock, in milliseconds.
    /// - Returns: Whether the nonce is new. A forgotten nonce belongs to a request that is already too old.
    func take(_ nonce: [UInt8], now: Int64) -> Bool {
        // A request whose clock is one window ahead stays valid for two.
        if now - rotated > 2 * RequestSignature.window || now < rotated {
            previous = now - rotated > 4 * RequestSignature.window ? [] : current
            current = []
            rotated = now
        }
        guard !previous.contains(nonce) else { return false }
        return current.insert(nonce).inserted
    }
}
