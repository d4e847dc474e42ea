// A browser that has sent the right PIN before.

/// The mark that a browser keeps, so that no one else can use up its attempts.
///
/// The mark grants no access. It consists of an identifier and the box's seal on it, so the box need not remember
/// browsers.
struct KnownBrowser: Sendable {
    /// The name of the cookie that holds a mark.
    static let cookie = "doorcheck-browser"
    /// The lifetime of a mark, longer than a season of events.
    static let length: Duration = .seconds(180 * 86_400)

    /// The browser's identifier.
    let id: String
    /// The mark in the form in which the browser keeps it.
    let mark: String

    /// Creates a mark for a new browser.
    ///
    /// - Parameter seal: The box's seal.
    init(seal: (String) -> String) {
        // 128 bits from the kernel's random number generator.
        id = (0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }.joined(separator: "-")
        mark = "\(id).\(seal(id))"
    }

    /// - Parameters:
    ///   - mark: The mark that the browser sent; anything that the box has not sealed returns `nil`.
    ///   - seal: The box's seal.
    init?(_ mark: String, seal: (String) -> String) {
        let parts = mark.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, parts[0].utf8.count <= 64, Self.isEqual(String(parts[1]), seal(String(parts[0]))) else {
            return nil
        }
        (id, self.mark) = (String(parts[0]), mark)
    }

    /// Compares two seals in constant time.
    private static func isEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        return left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
