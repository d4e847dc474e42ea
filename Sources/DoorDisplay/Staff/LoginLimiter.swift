// How often somebody may guess the PIN.

/// Wrong PINs of the last minute, by who gave them.
///
/// A browser from which the right PIN came once has tries of its own, so that no stranger can use them up. Strangers are
/// counted by address and name, by address, and in all; the last tries are kept for names, and then for addresses, that
/// gave no wrong PIN yet. Strangers guess at most ``fromAnywhere`` times a minute, which is 2,400 times an hour: one
/// chance in 400 to hit upon six random digits.
struct LoginLimiter {
    /// Who tries.
    enum Asker: Hashable {
        /// A browser from which the right PIN came before.
        case browser(String)
        case stranger(address: String, name: String)
    }

    /// Wrong PINs in a minute of one browser, or of one name at one address.
    static let ofOne = 5
    /// Wrong PINs in a minute of one address, before only other names may try there.
    static let fromAddress = 10
    /// Wrong PINs in a minute of all strangers, before only those may try who did not.
    static let fromStrangers = 20
    /// The same, before only addresses may try from which no wrong PIN came.
    static let fromNewNames = 30
    /// The same, before no stranger may try.
    static let fromAnywhere = 40
    static let window: Duration = .seconds(60)

    private var failures: [(asker: Asker, at: ContinuousClock.Instant)] = []

    /// Whether a PIN is looked at.
    ///
    /// - Parameters:
    ///   - asker: Who gives it.
    ///   - now: By the clock that does not jump.
    /// - Returns: `nil` for yes, else how long to wait.
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

    /// Forgets the slips of one who gave the right PIN.
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
