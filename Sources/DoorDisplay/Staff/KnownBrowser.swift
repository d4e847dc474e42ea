// A browser from which the right PIN came once.

/// The mark that a browser keeps, so that nobody else uses up its tries.
///
/// It opens nothing. It is an identifier and the box's seal on it, so that the box need not remember its browsers.
struct KnownBrowser: Sendable {
    /// The cookie that holds a mark.
    static let cookie = "doorcheck-browser"
    /// Longer than a season of events.
    static let length: Duration = .seconds(180 * 86_400)

    /// Tells it from others.
    let id: String
    /// As the browser keeps it.
    let mark: String

    /// A browser that was not known before.
    ///
    /// - Parameter seal: Of the box.
    init(seal: (String) -> String) {
        // 128 bits from the kernel's generator.
        id = (0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }.joined(separator: "-")
        mark = "\(id).\(seal(id))"
    }

    /// - Parameters:
    ///   - mark: As the browser sent it; anything that the box has not sealed gives `nil`.
    ///   - seal: Of the box.
    init?(_ mark: String, seal: (String) -> String) {
        let parts = mark.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, parts[0].utf8.count <= 64, Self.isEqual(String(parts[1]), seal(String(parts[0]))) else {
            return nil
        }
        (id, self.mark) = (String(parts[0]), mark)
    }

    /// Compares in a time that does not depend on where two seals differ.
    private static func isEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        return left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
