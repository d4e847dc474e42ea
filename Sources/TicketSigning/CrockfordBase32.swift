// Bytes as texts that people can read aloud.

/// Crockford's base32, which has no letters that look like digits, in groups of four characters with hyphens.
package enum CrockfordBase32 {
    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// Returns the text of bytes.
    ///
    /// - Parameter bytes: Their number is a multiple of 5.
    /// - Returns: Groups of four characters with hyphens.
    package static func text(of bytes: [UInt8]) -> String {
        let characters = regrouped(bytes.map { Int($0) }, from: 8, to: 5).map { digits[$0] }
        return stride(from: 0, to: characters.count, by: 4).map { String(characters[$0..<$0 + 4]) }
            .joined(separator: "-")
    }

    /// Returns the bytes of a text in either case, with or without hyphens; `nil` for any other text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - count: The number of bytes, a multiple of 5.
    /// - Returns: As many bytes.
    package static func bytes(of text: String, count: Int) -> [UInt8]? {
        let letters = Array(text.uppercased().filter { $0 != "-" })
        let values = letters.compactMap { digits.firstIndex(of: $0) }
        guard letters.count == count * 8 / 5, values.count == letters.count else { return nil }
        return regrouped(values, from: 5, to: 8).map { UInt8($0) }
    }

    /// Returns the same bits in groups of another size.
    private static func regrouped(_ values: [Int], from old: Int, to new: Int) -> [Int] {
        var (bits, count) = (0, 0)
        var groups: [Int] = []
        for value in values {
            bits = (bits << old) | value
            count += old
            while count >= new {
                count -= new
                groups.append(bits >> count)
                bits &= (1 << count) - 1
            }
        }
        return groups
    }
}
