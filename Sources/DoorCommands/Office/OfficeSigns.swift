// What an office that runs as a service shows on its machine.

import DoorInstallation
import DoorOutput
import Glibc
import HTTPSupport
import Logging
import Office
import ServerTLS
import ServiceLifecycle
import Synchronization

/// Tells the machine's display and hub where the office is, and its first screen the code for the first account as long
/// as there is none. Ends with the office, and ends the office when nobody could log in any more: the machine got its
/// settings elsewhere.
final class OfficeSigns: Service {
    private let file: OfficeNoticeFile
    private let accounts: OfficeAccounts
    private let firstAccount: FirstAccount
    /// Whether no authority vouches for the certificate.
    private let isOwn: Bool
    private let state = Mutex(State())
    private let logger: Logger

    /// How often the signs are looked at: a code that no longer holds stays this long at most.
    private static let interval: Duration = .seconds(1)

    private struct State {
        /// Where the office listens; before, there is nothing to show.
        var address: ListeningAddress?
        /// Returns the certificate that browsers get now; `nil` without TLS.
        var certificate: @Sendable () -> ServerCertificate? = { nil }
        /// Returns whether the office has a door, or is about to open one.
        var hasDoor: @Sendable () async -> Bool = { false }
    }

    init(
        in folder: String, accounts: OfficeAccounts, firstAccount: FirstAccount, isOwnCertificate: Bool,
        logger: Logger
    ) {
        file = OfficeNoticeFile(in: folder)
        (self.accounts, self.firstAccount, isOwn, self.logger) = (accounts, firstAccount, isOwnCertificate, logger)
    }

    /// - Parameter server: The office.
    func show(_ server: OfficeServer) {
        state.withLock {
            $0.certificate = { server.currentCertificate }
            $0.hasDoor = { await server.hasDoor }
        }
    }

    /// Says where the office listens.
    func listens(at address: ListeningAddress) {
        state.withLock { $0.address = address }
    }

    func run() async {
        await cancelWhenGracefulShutdown { await self.show() }
        await file.remove()
    }

    private func show() async {
        var (told, trouble, doubt): (String?, String?, String?) = (nil, nil, nil)
        while !Task.isCancelled {
            if let address = state.withLock({ $0.address }) {
                let code = await firstAccount.code
                if await firstAccount.isGone, await accounts.isUntouched {
                    Terminal.note("This machine belongs to somebody, and the office has no account: it closes.")
                    return
                }
                let unknown = await firstAccount.trouble
                if let unknown, unknown != doubt {
                    logger.warning("no code: this machine may be somebody's", metadata: ["error": "\(unknown)"])
                }
                doubt = unknown
                let hasDoor = await state.withLock { $0.hasDoor }()
                let notice = notice(at: address, code: code, hasDoor: hasDoor)
                // Never into a log: only somebody at a terminal sees it.
                if let code, code != told, Terminal.errorIsScreen {
                    Terminal.note("The first account is made with this code: \(code)")
                    told = code
                }
                do {
                    try await file.show(notice)
                    trouble = nil
                } catch {
                    let text = error.description
                    if text != trouble { logger.warning("no screen shows the office", metadata: ["error": "\(text)"]) }
                    trouble = text
                }
            }
            try? await Task.sleep(for: Self.interval)
        }
    }

    private func notice(at address: ListeningAddress, code: String?, hasDoor: Bool) -> OfficeNotice {
        let certificate = state.withLock { $0.certificate }()
        let local = ListeningAddress.standard.localNames ?? []
        // What only this machine calls itself leads to the loopback address, where nothing may listen.
        let names = Set(certificate?.hosts ?? [])
            .subtracting(local)
            .union(address.isLocal || address.isEverywhere ? address.localNames ?? local : [])
        // Of its own certificate, the addresses that the machine has now: old ones may be in it too.
        let reached =
            isOwn
            ? (address.isEverywhere ? LocalNetwork.addresses : [address.urlHost])
            : (certificate?.hosts ?? []).filter { !local.contains($0) }
        return OfficeNotice(
            port: address.port, isOpen: certificate != nil, names: names.sorted(),
            addresses: certificate == nil ? [] : reached.map { "https://\($0):\(address.port)/" },
            fingerprint: isOwn ? certificate?.fingerprint : nil, code: code, hasDoor: hasDoor)
    }
}
