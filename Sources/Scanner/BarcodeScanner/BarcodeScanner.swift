// A barcode scanner that may be unplugged and plugged in again.

import BlockingCalls

/// A USB barcode scanner in keyboard mode, opened for exclusive use whenever it is connected.
///
/// When the scanner is unplugged or fails, the actor reports ``BarcodeScannerEvent/lost(_:)`` once and retries every
/// second.
public actor BarcodeScanner {
    /// The source name in sightings: the device path, or `scanner` if the first scanner found is used.
    public nonisolated let name: String
    /// nil for the first device whose name says that it is a scanner.
    private let path: String?
    private let queue = BlockingQueue(label: "barcode scanner")
    private var state = State.new
    private var pending: [BarcodeScannerEvent] = []

    private enum State {
        /// Not opened yet.
        case new
        /// To be reopened; holds the reason that was reported and the time of the next attempt.
        case lost(BarcodeScannerError, retry: ContinuousClock.Instant)
        case running(OpenBarcodeScanner)
    }

    private static let retryInterval = Duration.seconds(1)
    /// The longest wait before a cancelled reader returns.
    private static let sliceMilliseconds: Int32 = 100

    /// A separate queue, since reading blocks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Creates a scanner that is opened by the first call of ``next()``.
    ///
    /// - Parameter path: The device; nil for the first device whose name says that it is a scanner.
    public init(path: String?) {
        self.path = path
        name = path ?? "scanner"
    }

    /// Waits for the next event.
    ///
    /// - Returns: The event; nil if the task was cancelled and all pending events were returned.
    public func next() async -> BarcodeScannerEvent? {
        while pending.isEmpty {
            if Task.isCancelled {
                state = .new
                return nil
            }
            if case .lost(_, let retry) = state { try? await Task.sleep(until: retry, clock: .continuous) }
            do throws(BarcodeScannerError) { try step() } catch { lose(error) }
        }
        return pending.removeFirst()
    }

    private func step() throws(BarcodeScannerError) {
        switch state {
        case .new, .lost:
            let scanner = try OpenBarcodeScanner(path: try chosen())
            try scanner.grab()
            state = .running(scanner)
            pending.append(.opened(scanner.name))
        case .running(let scanner):
            pending += try scanner.read(withinMilliseconds: Self.sliceMilliseconds).map { result in
                switch result {
                case .code(let text): .code(text)
                case .garbled: .garbled
                }
            }
        }
    }

    private func chosen() throws(BarcodeScannerError) -> String {
        if let path { return path }
        guard let device = try BarcodeScannerDevice.list().first(where: \.looksLikeScanner) else { throw .noneFound }
        return device.path
    }

    private func lose(_ error: BarcodeScannerError) {
        var known: BarcodeScannerError?
        if case .lost(let told, _) = state { known = told }
        state = .lost(known ?? error, retry: .now + Self.retryInterval)
        if known == nil { pending.append(.lost(error)) }
    }
}

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
