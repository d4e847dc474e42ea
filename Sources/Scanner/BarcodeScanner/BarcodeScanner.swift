// A barcode scanner that comes and goes.

/// A USB barcode scanner that types, taken for this program alone whenever it is there.
///
/// Unplugged or failed, it says so once as ``BarcodeScannerEvent/lost(_:)`` and is tried again every second.
public actor BarcodeScanner {
    /// The name that sightings carry: the device, or `scanner` for whichever is found.
    public nonisolated let name: String
    /// nil for the first device that calls itself a scanner.
    private let path: String?
    private let queue = BlockingQueue(label: "barcode scanner")
    private var state = State.new
    private var pending: [BarcodeScannerEvent] = []

    private enum State {
        /// To be opened at once.
        case new
        /// To be opened again; holds the reason that was told, and when to try.
        case lost(BarcodeScannerError, retry: ContinuousClock.Instant)
        case running(OpenBarcodeScanner)
    }

    private static let retryInterval = Duration.seconds(1)
    /// How soon a cancelled reader is let go.
    private static let sliceMilliseconds: Int32 = 100

    /// A queue of its own, since reading waits.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameter path: The device; nil for the first that calls itself a scanner.
    public init(path: String?) {
        self.path = path
        name = path ?? "scanner"
    }

    /// Waits for what happens next.
    ///
    /// - Returns: The event; nil when the task was cancelled and everything that was typed is told.
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
