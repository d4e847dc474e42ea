// Texts that look like ticket codes.

import TestSupport

/// The alphabet of base45 (RFC 9285), which is the alphanumeric mode's.
private let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")

/// "DC1:" and 104 random characters of base45: as long as a ticket code.
func ticketText(using generator: inout SeededGenerator) -> String {
    "DC1:" + String((0..<104).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
}
