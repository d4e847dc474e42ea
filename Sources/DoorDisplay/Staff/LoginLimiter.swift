// Limits attempts to guess the PIN.

/// Wrong PINs of the last minute, by client.
///
/// A browser that has sent the right PIN before has its own attempts, so strangers cannot use them up. Strangers are
/// counted by address and name, by address, and in total; the last attempts are reserved for new names, and then for
/// new addresses, that have sent no wrong PIN. Strangers can guess at most ``fromAnywhere`` times a minute, or 2,400
/// times an hour: a chance of 1 in 400 to guess six random digits.
struct LoginLimiter {
    /// The client that tries a PIN.
    enum Asker: Hashable {
        /// A browser that has sent the right PIN before.
        case browser(String)
        case stranger(address: String, name: String)
    }

    /// Wrong PINs per minute from one browser, or from one name at one address.
    static let ofOne = 5
    /// Wrong PINs per minute from one address, after which only other names may try there.
    static let fromAddress = 10
    /// Wrong PINs per minute from all strangers, after which only names without a wrong PIN may try.
    static let fromStrangers = 20
    /// Wrong PINs per minute from all strangers, after which only addresses without a wrong PIN may try.
    static let fromNewNames = 30
    /// Wrong PINs per minute from all strangers, after which no stranger may try.
    static let fromAnywhere = 40
    static let window: Duration = .seconds(60)

    private var failures: [(asker: Asker, at: ContinuousClock.Instant)] = []

    /// Returns how long a client must wait before its PIN is checked.
    ///
    /// - Parameters:
    ///   - asker: The client.
    ///   - now: The current instant of a monotonic clock.
    /// - Returns: `nil` if the PIN may be checked now, otherwise the time to wait.
    mutating func wait(for asker: Asker, now: ContinuousClock.Instant) -> Duration? {
        failures.removeAll { $0.at.duration(to: now) >= Self.window }
        guard !mayTry(asker) else { return nil }
        let oldest = failures.first { $0.asker == asker } ?? failures.first
        return oldest.map { Self.window - $0.at.duration(to: now) }
    }

    /// Counts a wrong PIN.
    mutating func fail(_ asker: Asker, now: ContinuousClock.Instant) {
        failures.append((asker, now))
    }

    /// Forgets the wrong PINs of a client that sent the right one.
    mutating func succeed(_ asker: Asker) {
        failures.removeAll { $0.asker == asker }
    }

    private func mayTry(_ asker: Asker) -> Bool {
        let own = failures.count { $0.asker == asker }
        guard own < Self.ofOne else { return false }
        guard case .stranger(let address, _) = asker else { return true }
        let all = failures.count { $0.asker.address != nil }
        let here = failures.count { $0.asker.address == address }
        return all < Self.fromStrangers && here < Self.fromAddress
            || all < Self.fromNewNames && own == 0
            || all < Self.fromAnywhere && here == 0
    }
}

extension LoginLimiter.Asker {
    fileprivate var address: String? { if case .stranger(let address, _) = self { address } else { nil } }
}
