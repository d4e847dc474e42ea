// How the first account of an office is made from another device.

import Accounts
import DoorInstallation
import HTTPSupport
import TicketSigning

/// The one-time code of an office that nobody has an account of yet.
///
/// The machine's own screen shows it. Whoever types it on another device makes the first account, an organiser's, and
/// can do nothing else with it. Then the code is gone for good: also when all accounts are removed again.
///
/// There is a code only on a machine that nothing is on yet. One that has settings, a key or an event belongs to
/// somebody, and stands where guests see its screen.
package actor FirstAccount {
    /// The number of random bytes of a code: 40 bits are eight characters.
    private static let byteCount = 5

    private let accounts: OfficeAccounts
    private let isNew: @Sendable () async throws -> Bool
    private var secret: [UInt8]?
    private var limiter = LoginLimiter()

    /// - Parameters:
    ///   - accounts: The accounts of the office.
    ///   - isNew: Returns whether nothing is on this machine yet; throws if that cannot be known now.
    package init(of accounts: OfficeAccounts, onNewMachine isNew: @escaping @Sendable () async throws -> Bool) {
        (self.accounts, self.isNew) = (accounts, isNew)
        secret = (0..<Self.byteCount).map { _ in .random(in: 0 ... .max) }
    }

    /// The code as the screen shows it, two groups of four letters and digits; `nil` once it is gone.
    package var code: String? {
        get async {
            guard let secret, await isOpen else { return nil }
            return CrockfordBase32.text(of: secret)
        }
    }

    /// Why it could not be known at the last look whether this machine is new; `nil` if it was known.
    package private(set) var trouble: String?

    /// Whether the code is gone for good.
    package var isGone: Bool { secret == nil }

    /// Whether the first account can be made with the code now.
    package var isOpen: Bool {
        get async {
            guard secret != nil else { return false }
            // Looked at each time: a command may have added an account, and a stick may have brought settings.
            do {
                guard await accounts.isUntouched, try await isNew() else {
                    secret = nil
                    return false
                }
                trouble = nil
            } catch {
                // A machine that cannot be looked at may be somebody's, or may be new when it is looked at again.
                trouble = "\(error)"
                return false
            }
            return secret != nil
        }
    }

    /// What came of a code.
    enum Outcome: Hashable, Sendable {
        case right
        case wrong
        case tooManyTries
        /// There is no code any more.
        case gone
        /// It cannot be known now whether there is one.
        case unknown
    }

    /// Checks a code, within limits that hold for right ones too.
    ///
    /// - Parameters:
    ///   - text: What somebody has typed, in either case, with or without hyphens and spaces.
    ///   - network: The client's network.
    ///   - now: The current instant of a monotonic clock.
    /// - Returns: What came of it.
    func check(_ text: String, from network: String, now: ContinuousClock.Instant = .now) async -> Outcome {
        guard await isOpen, let secret else { return isGone ? .gone : .unknown }
        let asker = LoginLimiter.Asker.stranger(address: network, name: "")
        guard limiter.wait(for: asker, now: now) == nil else { return .tooManyTries }
        limiter.fail(asker, now: now)
        guard let typed = Self.bytes(of: text), ConstantTime.equal(typed, secret) else { return .wrong }
        limiter.succeed(asker)
        return .right
    }

    /// Makes the first account, after which the code is gone.
    ///
    /// - Parameters:
    ///   - name: The account's name.
    ///   - password: Its password.
    ///   - text: The code as typed.
    ///   - network: The client's network.
    /// - Returns: What came of the code; the account was made if it is right.
    /// - Throws: ``OfficeAccountsError``, `AccountError`; the code still holds.
    func make(
        _ name: AccountName, password: Password, with text: String, from network: String
    ) async throws -> Outcome {
        let outcome = await check(text, from: network)
        guard outcome == .right else { return outcome }
        // Of several at once, the first one to be written is the account. Settings may have come while the password was
        // hashed.
        guard try await accounts.addFirst(name, password: password, if: { await self.isOpen }) else {
            return await isOpen || !isGone ? .unknown : .gone
        }
        secret = nil
        return .right
    }

    /// Returns the bytes of a typed code, in which O is 0, and I and L are 1; `nil` for any other text.
    private static func bytes(of text: String) -> [UInt8]? {
        guard text.utf8.count <= 100 else { return nil }
        let plain = text.uppercased().filter { !$0.isWhitespace }
            .replacing("O", with: "0").replacing("I", with: "1").replacing("L", with: "1")
        return CrockfordBase32.bytes(of: plain, count: byteCount)
    }
}
