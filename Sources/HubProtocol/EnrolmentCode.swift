// The one-time code with which a box joins.

/// 80 random bits that authorise a box to join, in a form that a person can read aloud: `7K3P-9XQ2-M4TB-W8ZD`.
///
/// The alphabet is Crockford's base32, which has no letters that look like digits.
public struct EnrolmentCode: Hashable, Sendable, CustomStringConvertible {
    /// 10 bytes; the hub stores their hash.
    package let secret: [UInt8]

    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// Creates a random code.
    public init() {
        secret = (0..<10).map { _ in .random(in: 0 ... .max) }
    }

    /// - Parameter text: 16 digits and letters, in either case, with or without hyphens; anything else returns `nil`.
    public init?(_ text: String) {
        let letters = Array(text.uppercased().filter { $0 != "-" })
        let values = letters.compactMap { Self.digits.firstIndex(of: $0) }
        guard letters.count == 16, values.count == 16 else { return nil }
        secret = Self.regrouped(values, from: 5, to: 8).map { UInt8($0) }
    }

    /// The code as four groups of four characters.
    public var description: String {
        let characters = Self.regrouped(secret.map { Int($0) }, from: 8, to: 5).map { Self.digits[$0] }
        return stride(from: 0, to: 16, by: 4).map { String(characters[$0..<$0 + 4]) }.joined(separator: "-")
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
