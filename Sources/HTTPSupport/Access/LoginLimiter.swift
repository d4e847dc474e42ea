// Limits attempts to guess a secret.

/// Wrong secrets of the last minute, by client; a secret is a PIN or a password.
///
/// A browser that has sent the right one before has its own attempts, so strangers cannot use them up. Strangers are
/// counted by address and name, by address, and in total; the last attempts are reserved for new names, and then for
/// new addresses, that have sent no wrong one. Strangers can guess at most ``fromAnywhere`` times a minute, or 2,400
/// times an hour: a chance of 1 in 400 to guess six random digits.
package struct LoginLimiter: Sendable {
    /// The client that tries a secret.
    package enum Asker: Hashable, Sendable {
        /// A browser that has sent the right one before.
        case browser(String)
        case stranger(address: String, name: String)
    }

    /// Wrong secrets per minute from one browser, or from one name at one address.
    package static let ofOne = 5
    /// Wrong secrets per minute from one address, after which only other names may try there.
    package static let fromAddress = 10
    /// Wrong secrets per minute from all strangers, after which only names without a wrong one may try.
    static let fromStrangers = 20
    /// Wrong secrets per minute from all strangers, after which only addresses without a wrong one may try.
    static let fromNewNames = 30
    /// Wrong secrets per minute from all strangers, after which no stranger may try.
    package static let fromAnywhere = 40
    package static let window: Duration = .seconds(60)

    private var failures: [(asker: Asker, at: ContinuousClock.Instant)] = []

    /// Creates a limiter without wrong secrets.
    package init() {}

    /// Returns how long a client must wait before its secret is checked.
    ///
    /// - Parameters:
    ///   - asker: The client.
    ///   - now: The current instant of a monotonic clock.
    /// - Returns: `nil` if the secret may be checked now, otherwise the time to wait.
    package mutating func wait(for asker: Asker, now: ContinuousClock.Instant) -> Duration? {
        failures.removeAll { $0.at.duration(to: now) >= Self.window }
        guard !mayTry(asker) else { return nil }
        let oldest = failures.first { $0.asker == asker } ?? failures.first
        return oldest.map { Self.window - $0.at.duration(to: now) }
    }

    /// Counts a wrong secret.
    package mutating func fail(_ asker: Asker, now: ContinuousClock.Instant) {
        failures.append((asker, now))
    }

    /// Forgets the wrong secrets of a client that sent the right one.
    package mutating func succeed(_ asker: Asker) {
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
