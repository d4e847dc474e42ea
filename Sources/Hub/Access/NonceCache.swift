// Keeps a request from being sent twice by somebody who overheard it.

/// The nonces of the last minutes.
actor NonceCache {
    /// How far a request's time may be from the hub's clock, in milliseconds.
    static let window: Int64 = 60_000

    private var current: Set<[UInt8]> = []
    private var previous: Set<[UInt8]> = []
    private var turned: Int64 = 0

    /// Takes a nonce once.
    ///
    /// - Parameters:
    ///   - nonce: Box and nonce of a request whose signature holds and whose time is within ``window`` of now.
    ///   - now: The hub's wall clock, in milliseconds.
    /// - Returns: Whether it is new. One that is forgotten belongs to a request that is too old by then.
    func take(_ nonce: [UInt8], now: Int64) -> Bool {
        // A time that is ahead by one window is good for two.
        if now - turned > 2 * Self.window || now < turned {
            previous = now - turned > 4 * Self.window ? [] : current
            current = []
            turned = now
        }
        guard !previous.contains(nonce) else { return false }
        return current.insert(nonce).inserted
    }
}
