// Converts bytes to hexadecimal text and back.

package enum Hexadecimal {
    /// Returns two lower-case digits per byte.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.flatMap { [digit($0 >> 4), digit($0)] }, as: UTF8.self)
    }

    /// Returns the bytes of an even number of digits in either case, or `nil`.
    static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.underestimatedCount / 2)
        var pending: UInt8?
        for character in text {
            guard let digit = value(of: character) else { return nil }
            if let high = pending {
                bytes.append(high << 4 | digit)
                pending = nil
            } else {
                pending = digit
            }
        }
        return pending == nil ? bytes : nil
    }

    /// Returns the digit of the lower four bits.
    static func digit(_ value: UInt8) -> UInt8 {
        let value = value & 15
        return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
