// Who is a member, and what is tried with memberships that root never meant so.

import FoundationEssentials
import Sync
import TestSupport
import TicketSigning

@testable import Ledger

extension Simulation {
    /// Root signs a membership on the organiser's machine.
    mutating func name(_ terms: MembershipTerms, by root: RootKey, in ledgers: [Ledger]) async throws {
        let signed = SignedMembership(Membership(terms), signature: try root.sign(terms))
        named[signed.membership.box, default: []].append(signed)
        for ledger in ledgers { try await ledger.add(signed) }
    }

    /// Before anybody knows that the box was stolen, the organiser permits it less, in some histories.
    mutating func narrow() async throws {
        guard let theft, let root, rights[theft.number].role != .organiser, try await revocation(at: nodes[0]) == nil,
            Bool.random(using: &random)
        else { return }
        var narrowed = rights[theft.number]
        let actions = MemberAction.allCases.filter { narrowed.names($0) && Bool.random(using: &random) }
        narrowed.actions = Set(actions.map(\.rawValue))
        let (stolen, now) = (nodes[theft.number], nodes[0].clock.now)
        let terms = MembershipTerms(
            key: stolen.key.publicKey.bytes, name: stolen.name, rights: narrowed,
            serial: try await nodes[0].ledger.nextSerial(on: now), start: Timestamp(milliseconds: 1),
            root: root.publicKey)
        try await name(terms, by: root, in: [nodes[0].ledger])
        self.theft?.narrowed = narrowed
        for number in present.dropFirst() { try await sync(number, 0) }
    }

    /// The thief makes itself an organiser, and revokes another box, with the only key that it has: in the name of
    /// the organiser's root, or as a root of its own.
    mutating func forgedMemberships(by node: SimulatedNode) throws -> [SignedRecord] {
        guard let root, Bool.random(using: &random), let other = honest.randomElement(using: &random) else { return [] }
        let signer = Bool.random(using: &random) ? root.publicKey : node.key.publicKey.bytes
        return try [(node, nil), (other, Revocation.nothing(since: node.clock.now))].map { target, revocation in
            let terms = MembershipTerms(
                key: target.key.publicKey.bytes, name: target.name, rights: MemberRights(.organiser), serial: 9,
                start: Timestamp(milliseconds: 1), revoked: revocation, root: signer)
            return SignedRecord(
                .membership(Membership(terms)), signature: RecordBytes(node.key.sign(try terms.message())))
        }
    }

    // MARK: - After it was revoked

    /// The thief goes on, towards boxes that have not heard that the box is revoked, and tries to be a member again.
    mutating func comeBack() async throws {
        guard let theft, root != nil else { return }
        try await attack()
        if let other = present.dropFirst().filter({ $0 != theft.number }).randomElement(using: &random) {
            try await sync(theft.number, other)
        }
        try await repeatMembership()
        try await useCode()
        try await useCodeForAnother()
        try await useEndedCode()
    }

    /// The membership from before the revocation is handed to the organiser, who is told of it.
    private mutating func repeatMembership() async throws {
        let before = theft.flatMap { named[nodes[$0.number].box.id] }?.filter { $0.membership.terms.revoked == nil }
        guard let theft, let old = before?.randomElement(using: &random) else { return }
        let page = SharedPage(
            start: nil, end: ListCursor(epoch: .random(using: &random)), signed: [old.record])
        let result = try await give(page, from: theft.number, to: 0)
        if result?.faults[.oldMembership] == nil {
            outcome.violations.append("\(nodes[0].name) says nothing of a membership from before a revocation")
        }
    }

    /// A joining code that is given out later lifts no revocation. Once it has ended, others still pass on what came of
    /// it, and nobody is warned.
    private mutating func useCode() async throws {
        guard let theft, let code = try await joiningCode() else { return }
        let key = nodes[theft.number].key
        let made = try code.membership(of: key.publicKey.bytes, consent: key)
        try await hand([made.record], from: theft.number)
        try await give([made.record], to: 0)
        let lifted = """
            SELECT count(*) FROM member WHERE NOT revoked AND box IN (SELECT box FROM membership WHERE revoked)
            """
        if try await nodes[0].counts(lifted) != 0 {
            outcome.violations.append("a joining code lifts a revocation at \(nodes[0].name)")
        }
        try await end(code)
        if try await give([made.record], to: 0)?.faults[.oldMembership] != nil {
            outcome.violations.append("\(nodes[0].name) warns of what came of a code that has ended")
        }
    }

    /// Nobody uses a code in the name of a box whose key he does not have.
    private mutating func useCodeForAnother() async throws {
        guard let theft, let code = try await joiningCode(), let victim = honest.randomElement(using: &random) else {
            return
        }
        let made = try code.membership(of: victim.key.publicKey.bytes, consent: nodes[theft.number].key)
        try await give([made.record], to: 0)
    }

    /// Whoever joined with a code that has ended since is no member, however often it is said.
    private mutating func useEndedCode() async throws {
        guard let code = try await joiningCode(.organiser) else { return }
        let key = try BoxKey(seed: random.bytes(32))
        theft?.strangers.insert(key.box)
        let made = try code.membership(of: key.publicKey.bytes, consent: key)
        let receiver = present.filter { $0 != theft?.number }.randomElement(using: &random) ?? 0
        try await give([made.record], to: receiver)
        try await end(code)
        for number in [0, receiver] { try await give([made.record], to: number) }
    }

    /// The organiser ends a joining code.
    private mutating func end(_ code: JoiningCode) async throws {
        guard let root else { return }
        theft?.endedCodes.insert(code.key.box)
        let terms = MembershipTerms(
            key: code.key.publicKey.bytes, isInvitation: true, name: "code", rights: MemberRights(.gate),
            serial: try await nodes[0].ledger.nextSerial(on: nodes[0].clock.now), start: Timestamp(milliseconds: 1),
            revoked: .nothing(since: Timestamp(milliseconds: 1)), root: root.publicKey)
        try await nodes[0].ledger.add(SignedMembership(Membership(terms), signature: root.sign(terms)))
    }

    @discardableResult
    private mutating func give(_ signed: [SignedRecord], to receiver: Int) async throws -> MergeResult? {
        guard let theft else { return nil }
        let page = SharedPage(start: nil, end: ListCursor(epoch: .random(using: &random)), signed: signed)
        return try await give(page, from: theft.number, to: receiver)
    }

    private struct JoiningCode {
        let key: BoxKey
        let terms: MembershipTerms
        let signature: RecordBytes

        func membership(of box: [UInt8], consent: BoxKey) throws -> SignedMembership {
            let membership = Membership(
                key: box, consent: consent.sign(Membership.consentMessage(for: key.publicKey.bytes)),
                proof: key.sign(Membership.proofMessage(for: box)), terms: terms)
            return SignedMembership(membership, signature: signature)
        }
    }

    /// The organiser gives out a code for another box.
    private mutating func joiningCode(_ role: BoxRole = .gate) async throws -> JoiningCode? {
        guard let root else { return nil }
        let key = try BoxKey(seed: random.bytes(32))
        let terms = MembershipTerms(
            key: key.publicKey.bytes, isInvitation: true, name: "new", rights: MemberRights(role),
            serial: try await nodes[0].ledger.nextSerial(on: nodes[0].clock.now), start: Timestamp(milliseconds: 1),
            root: root.publicKey)
        return JoiningCode(key: key, terms: terms, signature: try root.sign(terms))
    }

    // MARK: - What must hold

    /// Nobody is a member but by the root key, and what others write counts nowhere.
    mutating func checkMembers(isAtEnd: Bool = false) async throws {
        guard root != nil else { return }
        let all = Set(named.values.joined().map(\.membership))
        let stolen = theft.map { nodes[$0.number].box.id }
        // A revocation that was lost with the office's disk came to nothing.
        let revoked = try await nodes[0].ledger.memberships().filter { $0.box == stolen }
        let latest = Set(named.filter { $0.key != stolen }.compactMap { $0.value.last?.membership } + revoked)
        for node in honest {
            let held = Set(try await node.ledger.memberships())
            if !held.isSubset(of: all) || isAtEnd && held != latest {
                outcome.violations.append("\(node.name) has other members than root has named")
            }
            if isAtEnd, theft != nil, try await revocation(at: node) == nil {
                outcome.violations.append("\(node.name) does not know that the stolen box is revoked")
            }
            let strange = "NOT IN (SELECT box FROM member)"
            for rule in [
                "scan WHERE counts AND box \(strange)", "ticket_change WHERE counts AND box \(strange)",
                "ticket WHERE stamper \(strange)", "event WHERE stamper \(strange)",
            ] where try await node.counts("SELECT count(*) FROM \(rule)") > 0 {
                outcome.violations.append("\(node.name) takes for a member's: \(rule)")
            }
            if isAtEnd { try await checkOwn(of: node) }
        }
    }

    /// What a box has recorded itself counts: what would not, it does not record.
    private mutating func checkOwn(of node: SimulatedNode) async throws {
        let own = "box = (SELECT id FROM box WHERE own = 1) AND NOT counts"
        for rule in [
            "scan WHERE \(own)", "ticket_change WHERE \(own) AND ticket IN (SELECT id FROM ticket)",
        ] where try await node.counts("SELECT count(*) FROM \(rule)") > 0 {
            outcome.violations.append("\(node.name) has recorded what does not count: \(rule)")
        }
    }
}

extension SignedMembership {
    var record: SignedRecord { SignedRecord(.membership(membership), signature: signature) }
}
