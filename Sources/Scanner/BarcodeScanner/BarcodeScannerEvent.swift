// What a barcode scanner has to tell.

/// What happens at a barcode scanner.
public enum BarcodeScannerEvent: Sendable, Hashable {
    /// It works, for the first time or again; holds what it calls itself.
    case opened(String)
    /// A code was typed.
    case code(String)
    /// A code was typed of which keys are missing, or that Enter did not end.
    case garbled
    /// It types no more; it is tried again until it does.
    case lost(BarcodeScannerError)
}
