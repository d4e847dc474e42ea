// Introducing boxes to each other.

package import DoorInstallation
import DoorTexts
package import Ledger
package import Sync
import TicketSigning

/// Why a box is not trusted.
package enum IntroductionError: Error, CustomStringConvertible {
    /// It is the identity of this box.
    case ownBox
    /// Another box with a different key has the name.
    case nameTaken(String)
    /// The box belongs to another organiser, whose root is given.
    case otherOrganiser(String, Root)
    /// What a box may do is decided where the master key is.
    case noMasterKey

    /// One sentence for people at a terminal: what is wrong, and what to do.
    package var description: String {
        switch self {
        case .ownBox:
            "That is this box's own identity; use the file that `doorcheck sync id` wrote on the other box."
        case .nameTaken(let name):
            "Another box with a different key is already trusted as '\(name.printable)'; give each box its own name "
                + "(`box` in the configuration, before its ledger is created), or use --replace if the other is gone."
        case .otherOrganiser(let name, let root):
            "'\(name.printable)' belongs to the organiser with the code \(root.rootCode), and would accept no "
                + "membership from here; to use that box here, begin there with a new ledger and a new key folder."
        case .noMasterKey:
            "The master key is not on this machine; say where it is what the other box may do, without --role, "
                + "--event, --action and --tier here."
        }
    }
}

extension CommandContext {
    /// Trusts another box: its sync files are taken, and files can be made for it. Where the master key is, it becomes
    /// a member; anywhere else, this box becomes one of its organiser's, unless it has one.
    ///
    /// - Parameters:
    ///   - card: The other box.
    ///   - isReplacing: Whether it may take the place of a box of the same name.
    ///   - changesRights: Whether to change what a member may do.
    ///   - rights: Returns what the box may do from now on.
    /// - Returns: The organiser that this box has belonged to since this call; `nil` if nothing of that has changed.
    /// - Throws: ``IntroductionError``, ``CommandError``, `LedgerError`, `KeyFileError`, and what the functions throw.
    @discardableResult
    package func introduce(
        _ card: BoxCard,
        isReplacing: Bool = false,
        changesRights: Bool = false,
        rights: () async throws -> MemberRights
    ) async throws -> Root? {
        guard try await card.key.bytes != boxKey().publicKey.bytes else { throw IntroductionError.ownBox }
        // The name of a revoked box is free for the one that takes its place.
        let revoked = Set(try await ledger.memberships().filter { $0.terms.revoked != nil }.map(\.key.bytes))
        let others = try await ledger.trustedKeys().filter { !revoked.contains($0.key) }
        guard isReplacing || !others.contains(where: { $0.name == card.name && $0.key != card.key.bytes }) else {
            throw IntroductionError.nameTaken(card.name)
        }
        let newRoot = try await join(card, isReplacing, changesRights, rights)
        try await ledger.trust(card.key.bytes, as: card.name)
        return newRoot
    }

    /// Makes the other box a member, or this one a member of the other's organiser.
    private func join(
        _ card: BoxCard,
        _ isReplacing: Bool,
        _ changesRights: Bool,
        _ rights: () async throws -> MemberRights
    ) async throws -> Root? {
        guard let key = try await becomeOrganiser() else {
            guard !changesRights else { throw IntroductionError.noMasterKey }
            guard let root = card.root else { return nil }
            let isNews = try await ledger.root() == nil
            try await pin(root)
            return isNews ? root : nil
        }
        let own = Root(key.publicKey)
        if let other = card.root, other != own { throw IntroductionError.otherOrganiser(card.name, other) }
        let members = try await ledger.memberships().filter { $0.terms.revoked == nil }
        let isTaken = members.contains { $0.terms.name == card.name && $0.box != card.key.box }
        guard isReplacing || !isTaken else { throw IntroductionError.nameTaken(card.name) }
        // A member brings its membership with the first sync; another one would replace it.
        if card.root == own, !changesRights { return nil }
        try await admit(card, with: try await rights(), by: key)
        return nil
    }
}

extension KnownBox {
    /// The box's public identity, as a box of an organiser shows it.
    ///
    /// - Parameter root: The organiser, or `nil` as long as the box belongs to none.
    /// - Returns: `nil` if the key is not one.
    package func card(of root: Root?) -> BoxCard? {
        BoxPublicKey(bytes: key).map { BoxCard(name: name, key: $0, root: root) }
    }

    /// The eight digits that the box may show, depending on whether it knows its organiser.
    ///
    /// - Parameter root: The organiser.
    /// - Returns: One or two codes.
    package func codes(of root: Root) -> [String] { [card(of: root)?.code, card(of: nil)?.code].compactMap(\.self) }

    /// The name that the organiser gave it, or the one that it gives itself.
    package var knownName: String { membership?.terms.name ?? name }
}

extension CommandContext {
    /// Returns this box's public identity.
    ///
    /// - Throws: `LedgerError`, `KeyFileError`, ``CommandError``.
    package func ownCard() async throws -> BoxCard {
        let box = try await ledger.ownBox()
        try await becomeOrganiser()
        // A box that only knows the organiser does not belong to it yet.
        let membership = try await ledger.memberships().first { $0.box == box.id }
        return BoxCard(name: box.name, key: try await boxKey().publicKey, root: membership?.terms.root)
    }
}
