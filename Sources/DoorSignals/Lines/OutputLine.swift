// A GPIO line that something hangs on, through libgpiod.

internal import CGPIO
internal import Glibc

/// Switches one line, and takes it when it is needed, the first time or again.
///
/// While it is taken, no other program can switch it. When it is released, or the program is killed, the kernel gives it
/// back; what the pin does then is the chip's own.
public final class OutputLine: SwitchedLine {
    private let place: LinePlace
    private var chip: OpaquePointer?
    private var line: OpaquePointer?

    /// - Parameter place: Taken at the first ``set(_:)``.
    public init(_ place: LinePlace) {
        self.place = place
    }

    deinit { release() }

    /// Switches the line, and takes it first if need be.
    ///
    /// A chip that was unplugged and is back is found again.
    ///
    /// - Parameter isOn: Whether current flows, whatever the voltage.
    /// - Throws: ``LineError``.
    public func set(_ isOn: Bool) throws(LineError) {
        if let line {
            if gpiod_line_set_value(line, isOn ? 1 : 0) == 0 { return }
            close()
        }
        try take(isOn)
    }

    /// Switches it off and gives it back.
    public func release() {
        if let line { gpiod_line_set_value(line, 0) }
        close()
    }

    private func take(_ isOn: Bool) throws(LineError) {
        // The kernel numbers lines with 32 bits; a number that is none would be cut.
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
        // With the chip its lines are released.
        if let chip { gpiod_chip_close(chip) }
        (chip, line) = (nil, nil)
    }
}
