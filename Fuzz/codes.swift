// Any text through the parsers of the ticket code and of grants, and a genuine code of each suite with any characters
// changed through the verifier.

import TicketSigning

/// Signed tickets and their verifier. The keys are new in each run: no key may let a changed code pass.
private let genuine: (codes: [String], verifier: TicketVerifier)? = {
    let ticket = Ticket(event: .random(), user: .random(), id: .random())
    var ring = KeyRing()
    let master = MasterKey.random()
    var codes = SignatureSuite.ofEvents.compactMap { suite in
        guard let key = try? master.eventKey(for: ticket.event, epoch: UInt32(suite.rawValue), suite: suite),
            let signed = try? TicketSigner(key: key).sign(ticket), (try? ring.insert(key)) != nil
        else { return nil as String? }
        return signed.code
    }
    guard let partner = try? PartnerKey.random(),
        let grant = try? PartnerGrant(
            event: ticket.event, eventName: "Night", partner: "Shop", publicKey: partner.publicKey,
            ranges: [.init(1...9, tier: nil)]),
        let sold = try? partner.sign(7, of: grant)
    else { return nil }
    ring.insert(grant)
    codes.append(sold.code)
    return codes.count == SignatureSuite.allCases.count ? (codes, TicketVerifier(keyRing: ring)) : nil
}()

/// Interprets the input: if the first byte is even, the rest is a text; if it is odd, the rest are pairs of a
/// position and the byte to put there, in the code of the suite that the byte's other bits choose.
@_cdecl("LLVMFuzzerTestOneInput")
public func readCode(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard let genuine, let kind = bytes.first else { return 0 }
    var text = Array(bytes.dropFirst())
    if kind & 1 == 1 {
        var code = Array(genuine.codes[Int(kind >> 1) % genuine.codes.count].utf8)
        for place in stride(from: 0, to: text.count - 1, by: 2) {
            code[Int(text[place]) % code.count] = text[place + 1]
        }
        text = code
    }
    // What a root has signed is read with the same care: who it is for is known only afterwards.
    if let read = try? SignedGrant.facts(in: text) {
        precondition(1...PartnerGrant.mostNumbers ~= read.grant.count, "a grant has too many numbers, or none")
    }
    let code = String(decoding: text, as: UTF8.self)
    if let parsed = try? TicketCode(code) {
        precondition(parsed.text == code, "two texts are one code")
    }
    let passes = (try? genuine.verifier.verify(code: code)) != nil
    precondition(passes == genuine.codes.contains(code), "a changed code passes, or a genuine one does not")
    return 0
}
