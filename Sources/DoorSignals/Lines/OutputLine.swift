// A GPIO output line, through libgpiod.

internal import CGPIO

/// Switches one line, which it requests when first needed and again after an error.
///
/// While the line is requested, no other program can switch it. When it is released, or the process is killed, the
/// kernel frees it; the state of the pin then depends on the chip.
public final class OutputLine: SwitchedLine {
    private let place: LinePlace
    private var line: OpaquePointer?

    /// - Parameter place: The line, which the first call to ``set(_:)`` requests.
    public init(_ place: LinePlace) {
        self.place = place
    }

    deinit { release() }

    /// Switches the line, and requests it first if necessary.
    ///
    /// Finds a chip again that was unplugged and reconnected.
    ///
    /// - Parameter isOn: Whether the line is active, regardless of polarity.
    /// - Throws: ``LineError``.
    public func set(_ isOn: Bool) throws(LineError) {
        if let line {
            if dc_gpio_set(line, isOn) == 0 { return }
            close()
        }
        try request(isOn)
    }

    /// Switches the line off and releases it.
    public func release() {
        if let line { _ = dc_gpio_set(line, false) }
        close()
    }

    private func request(_ isOn: Bool) throws(LineError) {
        // The kernel's line numbers have 32 bits; a larger number would be truncated.
        guard let number = UInt32(exactly: place.number) else { throw .noLine(place) }
        let code = -dc_gpio_request(place.chip, number, place.isActiveLow, isOn, &line)
        guard code == 0 else { throw LineError(code, at: place) }
    }

    private func close() {
        if let line { dc_gpio_release(line) }
        line = nil
    }
}
