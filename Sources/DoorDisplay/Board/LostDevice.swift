// A missing camera or scanner.

/// A reader of codes that the door has lost while it continues with others.
public struct LostDevice: Encodable, Hashable, Sendable {
    /// The kind of device.
    public enum Kind: String, Encodable, Sendable {
        case camera, scanner
    }

    /// The kind of device.
    public let kind: Kind
    /// The device's name, such as `/dev/video2`.
    public let name: String

    /// - Parameters:
    ///   - kind: The kind of device.
    ///   - name: The device's name.
    public init(kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }
}
