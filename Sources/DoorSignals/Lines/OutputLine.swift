// A GPIO output line, through libgpiod.

internal import CGPIO
internal import Glibc

/// Switches one line, which it requests when first needed and again after an error.
///
/// While the line is requested, no other program can switch it. When it is released, or the process is killed, the
/// kernel frees it; the state of the pin then depends on the chip.
public final class OutputLine: SwitchedLine {
    private let place: LinePlace
    private var chip: OpaquePointer?
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
            if gpiod_line_set_value(line, isOn ? 1 : 0) == 0 { return }
            close()
        }
        try take(isOn)
    }

    /// Switches the line off and releases it.
    public func release() {
        if let line { gpiod_line_set_value(line, 0) }
        close()
    }

    private func take(_ isOn: Bool) throws(LineError) {
        // The kernel's line numbers have 32 bits; a larger number would be truncated.
        guard let number = UInt32(exactly: place.number) else { throw .noLine(place) }
        guard let chip = gpiod_chip_open_lookup(place.chip) else { throw LineError(errno, at: place) }
        guard let line = gpiod_chip_get_line(chip, number) else {
            let code = errno
            gpiod_chip_close(chip)
            throw code == EINVAL ? .noLine(place) : LineError(code, at: place)
        }
        let flags = place.isActiveLow ? Int32(GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW) : 0
        guard gpiod_line_request_output_flags(line, "doorcheck", flags, isOn ? 1 : 0) == 0 else {
            let code = errno
            gpiod_chip_close(chip)
            throw LineError(code, at: place)
        }
        (self.chip, self.line) = (chip, line)
    }

    private func close() {
        // Closing the chip also releases its lines.
        if let chip { gpiod_chip_close(chip) }
        (chip, line) = (nil, nil)
    }
}
