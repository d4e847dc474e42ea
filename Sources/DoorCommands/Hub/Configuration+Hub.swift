// The hub whose database is on this machine.

import Accounts
import DoorConfiguration
import DoorInstallation
import DoorOutput
import DoorTexts
import Glibc
import HTTPSupport
import Hub
import HubClient
import HubProtocol
import Ledger
import Office
import ServerTLS
import Sync
import TicketSigning

extension Configuration {
    /// Whether the database of a hub is on this machine, or on a server that this machine uses.
    var hasHub: Bool { hubDatabase.contains("://") || access(hubDatabase, F_OK) == 0 }

    /// Where boxes find the hub: at `hub.url`, or at an address of this machine; `nil` if that is in no network.
    var hubAddress: String? {
        if let hubURL { return hubURL }
        guard hubListen.isEverywhere else { return hubOwnURL }
        return LocalNetwork.addresses.first
            .flatMap { ListeningAddress("\($0):\(hubListen.port)") }
            .map { hubURL(at: $0) }
    }

    /// Returns the hub's own authority, after making it if necessary. Blocks its thread briefly.
    ///
    /// - Throws: `ServerCertificateError`; ``CommandError`` if root would make it among another user's files.
    func hubOwnAuthority() throws -> OwnAuthority {
        let keys = KeyFolder(path: keysFolder)
        // The hub's user may not write there, and need not if the authority is there.
        try keys.makeFolder()
        let authority = OwnAuthority(
            certificate: keys.hubAuthorityPath, secret: keys.hubAuthoritySecretPath, of: "DoorCheck hub")
        try authority.make()
        return authority
    }

    /// Returns the file with the certificate that boxes need to trust the hub; `nil` if a public authority vouches for
    /// it, or if nothing does. Blocks its thread briefly.
    ///
    /// - Throws: As ``hubOwnAuthority()``.
    func hubTrust() throws -> String? {
        guard hubMakesCertificate else {
            return hubCertificatePath.flatMap { OwnAuthority.isSelfSigned($0) ? $0 : nil }
        }
        return try hubOwnAuthority().certificatePath
    }

    /// Creates a code with which one box may join the hub.
    ///
    /// - Parameters:
    ///   - invitation: Which box.
    ///   - code: The code, which nobody has yet.
    ///   - address: Where boxes find the hub.
    ///   - minutes: For how long it is valid.
    /// - Returns: What the box is told.
    /// - Throws: `HubError`; as ``hubKey(of:)``.
    func invite(
        _ invitation: Invitation,
        with code: EnrolmentCode,
        at address: HubAddress,
        for minutes: Int
    ) async throws -> HubInvitation {
        let service = try await hubService(creatingFile: true)
        // Only a hub that is new needs its key file here.
        var key = try await service.publicKey()
        if key == nil { key = try await hubKey(of: service).publicKey }
        guard let hub = key.map({ HubFingerprint(of: $0) }) else { throw HubError.damaged(column: 0) }
        try await service.invite(invitation, with: code, for: .seconds(60 * minutes))
        return HubInvitation(address: address, code: code, hub: hub)
    }

    /// Lets the hub turn a box away.
    ///
    /// - Parameter box: The box.
    /// - Returns: A sentence on what the hub does; `nil` if there is no hub, or if it does not know the box.
    /// - Throws: `HubError`, ``CommandError``.
    func turnAway(_ box: KnownBox) async throws -> String? {
        guard hasHub else { return nil }
        let service = try await hubService()
        guard try await service.boxes().contains(where: { $0.id == box.id }) else { return nil }
        let freed = try await service.revoke(box.id.description).freedClaims
        return "The hub turns it away"
            + "\(freed > 0 ? ", and \("claim".counted(freed)) that it had not used are free" : "")."
    }

    /// Lets the hub serve a box again.
    ///
    /// - Parameter box: The box.
    /// - Returns: Whether there is a hub that had turned it away.
    /// - Throws: `HubError`, ``CommandError``.
    @discardableResult
    func reinstate(_ box: KnownBox) async throws -> Bool {
        guard hasHub else { return false }
        return try await hubService().reinstate(box.id)
    }
}

extension CommandContext {
    /// Returns the membership that a box gets with a joining code.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - name: The box's name for people.
    ///   - rights: What the box may do.
    ///   - root: The organiser's root key.
    /// - Returns: The membership, which the code passes on.
    /// - Throws: `LedgerError`.
    func membership(
        for code: EnrolmentCode,
        name: String,
        _ rights: MemberRights,
        signedBy root: RootKey
    ) async throws -> InvitedMembership {
        try InvitedMembership(
            of: code, name: name, rights: rights, serial: await ledger.nextSerial(on: WallClock.now),
            start: WallClock.now, signedBy: root)
    }
}

extension OfficeHub {
    /// - Parameter settings: The configuration of this machine, which may have no hub.
    init(_ settings: Configuration) {
        self.init(
            address: { settings.hasHub ? settings.hubAddress ?? settings.hubOwnURL : nil },
            authority: { try settings.hubTrust().map(AuthorityCertificate.read) },
            // A hub on this machine has names of its own.
            purge: { event in _ = try await Self.ask { try await settings.purgeHub(event, confirm: true) } },
            invite: { context, name, rights, minutes in
                guard let url = settings.hubAddress else {
                    throw CommandError(
                        .unavailable,
                        "This machine is in no network, so no box finds its hub; connect it, and try again.")
                }
                guard let address = HubAddress(url: url) else {
                    throw CommandError(.configuration, "hub.url expects https:// or http:// and a name.")
                }
                let code = EnrolmentCode()
                let membership = try await context.membership(
                    for: code, name: name, rights, signedBy: context.organiserKey())
                return try await Self.ask {
                    try await settings.invite(
                        Invitation(
                            name: name, isRelay: rights.role == .organiser, events: rights.events,
                            membership: membership),
                        with: code, at: address, for: minutes)
                }
            },
            turnAway: { box in try await Self.ask { try await settings.turnAway(box) } },
            reinstate: { box in _ = try await Self.ask { try await settings.reinstate(box) } },
            watch: { book, events, listening, ledger in
                guard settings.hasHub else { return [] }
                let service = try await settings.hubService()
                try await service.tell(book, of: events, listening: listening, own: ledger.ownBox().id)
                return try await service.boxStates(knowing: ledger)
            },
            people: { settings.hasHub ? HubPeople(settings) : nil })
    }

    /// Asks the hub, and says for people at a page why it did not do it.
    fileprivate static func ask<Answer: Sendable>(
        _ question: @Sendable () async throws -> Answer
    ) async throws -> Answer {
        do {
            return try await question()
        } catch let error as HubError {
            throw OfficeHubError(error)
        } catch let error as CommandError {
            throw OfficeHubError.unavailable(error.description)
        }
    }
}

extension OwnCertificate.Names {
    /// Returns the names of this machine for a server at an address.
    static func machine(at address: ListeningAddress, also more: [String] = []) -> Self {
        Self(
            lasting: ["localhost", "127.0.0.1"] + LocalNetwork.names
                + (address.isEverywhere ? LocalNetwork.addresses : [address.host]) + more,
            passing: ["::1"])
    }
}

extension OfficeHubError {
    init(_ error: HubError) {
        switch error {
        case .accountExists(let name): self = .accountExists(name)
        case .unknownAccount: self = .accountGone
        case .nameTaken, .unknownBox, .enrolledOtherwise, .refused: self = .refused(error.description)
        default: self = .unavailable(error.description)
        }
    }
}

extension HubPeople {
    /// - Parameter settings: The configuration of a machine with a hub.
    fileprivate init(_ settings: Configuration) {
        self.init(
            all: {
                try await OfficeHub.ask {
                    try await settings.hubService().accounts().map {
                        HubPerson(name: $0.name, role: $0.role, events: $0.events, lastLogIn: $0.lastLogIn)
                    }
                }
            },
            add: { person, password in
                let account = HubAccount(name: person.name, role: person.role, events: person.events)
                try await OfficeHub.ask { try await settings.hubService().add(account, password: password) }
            },
            set: { password, name in
                try await OfficeHub.ask { try await settings.hubService().set(password, of: name) }
            },
            remove: { name in
                try await OfficeHub.ask { try await settings.hubService().removeAccount(name) }
            })
    }
}
