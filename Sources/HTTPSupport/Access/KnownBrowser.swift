// A browser that has sent the right secret before.

/// The mark that a browser keeps, so that no one else can use up its attempts.
///
/// The mark grants no access. It consists of an identifier and the server's seal on it, so the server need not
/// remember browsers.
package struct KnownBrowser: Sendable {
    /// The lifetime of a mark, longer than a season of events.
    package static let length: Duration = .seconds(180 * 86_400)

    /// The browser's identifier.
    package let id: String
    /// The mark in the form in which the browser keeps it.
    package let mark: String

    /// Creates a mark for a new browser.
    ///
    /// - Parameter seal: The server's seal.
    package init(seal: (String) -> String) {
        id = RandomText.make(words: 2)
        mark = "\(id).\(seal(id))"
    }

    /// - Parameters:
    ///   - mark: The mark that the browser sent; anything that the server has not sealed returns `nil`.
    ///   - seal: The server's seal.
    package init?(_ mark: String, seal: (String) -> String) {
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
