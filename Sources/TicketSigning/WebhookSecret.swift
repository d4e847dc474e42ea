// The secret that this box shares with a webhook's receiver.

internal import COpenSSL

/// A secret from a file that only its owner may read; it signs deliveries as specified by Standard Webhooks.
///
/// - SeeAlso: github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
public struct WebhookSecret: Sendable, Redacted {
    private let hmac: HMACSHA256

    private static let prefix = "whsec_"
    private static let byteCounts = 24...64
    static let expectation = "`whsec_` and 24 to 64 bytes in base64, and nothing else"

    /// Reads a secret: the only line of a file.
    ///
    /// - Parameter path: A file as for ``KeyFile/read(at:)``, of mode 0600 or less.
    /// - Throws: ``KeyFileError``; ``KeyFileError/malformed(path:line:expected:)`` for anything other than one such
    ///   line.
    public init(at path: String) throws(KeyFileError) {
        let text = String(decoding: try PrivateFile.read(path), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.count == 1, let line = lines.first, line.hasPrefix(Self.prefix),
            let bytes = Self.decode(line.dropFirst(Self.prefix.count)), Self.byteCounts.contains(bytes.count)
        else { throw .malformed(path: path, line: 1, expected: Self.expectation) }
        do {
            hmac = try HMACSHA256(key: bytes)
        } catch {
            throw .unusable(path: path, cause: error)
        }
    }

    /// Returns the value of the header `webhook-signature`.
    ///
    /// - Parameters:
    ///   - id: The id of the delivery, as in `webhook-id`.
    ///   - seconds: The time of the delivery in seconds since 1970, as in `webhook-timestamp`.
    ///   - body: The body as sent.
    /// - Returns: `v1,` and the HMAC-SHA-256 of `id.seconds.body` in base64.
    public func signature(id: String, seconds: Int64, body: String) -> String {
        let code = hmac.code(for: Array("\(id).\(seconds).\(body)".utf8))
        let text = [UInt8](unsafeUninitializedCapacity: code.count / 3 * 4 + 5) { text, count in
            count = Int(EVP_EncodeBlock(text.baseAddress, code, Int32(code.count)))
        }
        return "v1," + String(decoding: text, as: UTF8.self)
    }

    /// Decodes base64.
    ///
    /// - Returns: The bytes; nil if the text is not padded base64.
    private static func decode(_ text: Substring) -> [UInt8]? {
        let characters = Array(text.utf8)
        let padding = characters.suffix(2).count { $0 == UInt8(ascii: "=") }
        var bytes = [UInt8](repeating: 0, count: characters.count / 4 * 3 + 3)
        let count = EVP_DecodeBlock(&bytes, characters, Int32(characters.count))
        guard characters.count % 4 == 0, count >= padding else { return nil }
        return Array(bytes.prefix(Int(count) - padding))
    }
}
