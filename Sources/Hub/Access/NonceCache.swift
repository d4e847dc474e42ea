// Protects against replayed requests.

/// The nonces of recent requests.
actor NonceCache {
    /// The largest accepted difference between a request's time and the hub's clock, in milliseconds.
    static let window: Int64 = 60_000

    private var current: Set<[UInt8]> = []
    private var previous: Set<[UInt8]> = []
    private var turned: Int64 = 0

    /// Accepts a nonce once.
    ///
    /// - Parameters:
    ///   - nonce: Box and nonce of a request with a valid signature and a time within ``window`` of now.
    ///   - now: The hub's wall clock, in milliseconds.
    /// - Returns: Whether the nonce is new. A forgotten nonce belongs to a request that is already too old.
    func take(_ nonce: [UInt8], now: Int64) -> Bool {
        // A request whose clock is one window ahead stays valid for two.
        if now - turned > 2 * Self.window || now < turned {
            previous = now - turned > 4 * Self.window ? [] : current
            current = []
            turned = now
        }
        guard !previous.contains(nonce) else { return false }
        return current.insert(nonce).inserted
    }
}
