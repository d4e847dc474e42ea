// Events of a barcode scanner.

/// An event of a barcode scanner.
public enum BarcodeScannerEvent: Sendable, Hashable {
    /// The scanner works, for the first time or again; holds the device's own name.
    case opened(String)
    /// The scanner read a code.
    case code(String)
    /// A code with missing keys, or one that Enter did not end.
    case garbled
    /// The scanner stopped working; it is retried until it works again.
    case lost(BarcodeScannerError)
}
