// Any text through the ticket code's parser, and a genuine code with any characters changed through the verifier.

import TicketSigning

/// A signed ticket and its verifier. The key is new in each run: no key may let a changed code pass.
private let genuine: (code: String, verifier: TicketVerifier)? = {
    let ticket = Ticket(event: .random(), user: .random(), id: .random())
    var ring = KeyRing()
    guard let key = try? MasterKey.random().eventKey(for: ticket.event, epoch: 1),
        let signed = try? TicketSigner(key: key).sign(ticket), (try? ring.insert(key)) != nil
    else { return nil }
    return (signed.code, TicketVerifier(keyRing: ring))
}()

/// Interprets the input: if the first byte is even, the rest is a text; if it is odd, the rest are pairs of a
/// position and the byte to put there.
@_cdecl("LLVMFuzzerTestOneInput")
public func readCode(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard let genuine, let kind = bytes.first else { return 0 }
    var text = Array(bytes.dropFirst())
    if kind & 1 == 1 {
        var code = Array(genuine.code.utf8)
        for place in stride(from: 0, to: text.count - 1, by: 2) {
            code[Int(text[place]) % code.count] = text[place + 1]
        }
        text = code
    }
    let code = String(decoding: text, as: UTF8.self)
    if let parsed = try? TicketCode(code) {
        precondition(parsed.text == code, "two texts are one code")
    }
    let passes = (try? genuine.verifier.verify(code: code)) != nil
    precondition(passes == (code == genuine.code), "a changed code passes, or the genuine one does not")
    return 0
}
