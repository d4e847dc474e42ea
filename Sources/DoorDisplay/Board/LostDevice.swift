// A camera or a scanner that is not there.

/// Something the door reads codes with and has lost, while it goes on with the others.
public struct LostDevice: Encodable, Hashable, Sendable {
    /// What it is.
    public enum Kind: String, Encodable, Sendable {
        case camera, scanner
    }

    /// What it is.
    public let kind: Kind
    /// Its name, such as `/dev/video2`.
    public let name: String

    /// - Parameters:
    ///   - kind: What it is.
    ///   - name: Its name.
    public init(kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }
}
