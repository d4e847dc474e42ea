// Decodes key presses into codes.

internal import CInput
internal import CLinux

/// Assembles codes from the key events of a barcode scanner with a US keyboard layout; Enter ends a code.
///
/// - SeeAlso: linux/input-event-codes.h
struct KeyDecoder {
    /// A completed result.
    enum Result: Equatable {
        case code(String)
        /// A code with missing keys, or one that Enter did not end.
        case garbled
    }

    private var text = ""
    private var isWhole = true
    private var pressed: Set<Int32> = []
    /// The kernel's time of the last key press.
    private var lastKey: Duration?

    /// The longest pause within a code, much longer than scanners take; prevents an incomplete code from becoming
    /// part of the next.
    private static let timeout = Duration.seconds(1)
    /// Longer input is not a code: a QR code holds at most 4,296 characters (ISO/IEC 18004).
    private static let longestCode = 8192
    private static let shifts: Set<Int32> = [KEY_LEFTSHIFT, KEY_RIGHTSHIFT]
    /// Modifier keys with which a key does not type its character.
    private static let commands: Set<Int32> = [KEY_LEFTCTRL, KEY_RIGHTCTRL, KEY_LEFTALT, KEY_RIGHTALT]

    /// Processes an input event.
    ///
    /// - Parameter event: The device's next event, with the kernel's timestamp, since a busy box reads it later.
    /// - Returns: The results that the event completes, if any.
    mutating func take(_ event: input_event) -> [Result] {
        if Int32(event.type) == EV_SYN, Int32(event.code) == SYN_DROPPED {
            // The kernel's buffer overflowed: keys are missing, and which keys are down is unknown.
            pressed = []
            isWhole = false
        }
        guard Int32(event.type) == EV_KEY else { return [] }
        let key = Int32(event.code)
        if Self.shifts.contains(key) || Self.commands.contains(key) {
            if event.value == 0 { pressed.remove(key) } else { pressed.insert(key) }
        }
        guard event.value == 1 else { return [] }
        var results: [Result] = []
        let instant = Duration.seconds(event.time.tv_sec) + .microseconds(event.time.tv_usec)
        if let lastKey, instant - lastKey > Self.timeout, !text.isEmpty || !isWhole {
            results.append(.garbled)
            (text, isWhole) = ("", true)
        }
        lastKey = instant
        if key == KEY_ENTER || key == KEY_KPENTER { return results + end() }
        guard pressed.isDisjoint(with: Self.commands), let character = character(of: key) else { return results }
        if text.utf8.count < Self.longestCode { text.append(character) } else { isWhole = false }
        return results
    }

    private mutating func end() -> [Result] {
        defer { (text, isWhole) = ("", true) }
        guard isWhole else { return [.garbled] }
        return text.isEmpty ? [] : [.code(text)]
    }

    private func character(of key: Int32) -> Character? {
        guard let characters = Self.layout[key] else { return nil }
        return pressed.isDisjoint(with: Self.shifts) ? characters.plain : characters.shifted
    }

    /// Rows of keys with consecutive key codes, starting with the first.
    private static let rows: [(first: Int32, plain: String, shifted: String)] = [
        (KEY_1, "1234567890-=", "!@#$%^&*()_+"), (KEY_Q, "qwertyuiop[]", "QWERTYUIOP{}"),
        (KEY_A, "asdfghjkl;'`", "ASDFGHJKL:\"~"), (KEY_BACKSLASH, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
        (KEY_SPACE, " ", " "), (KEY_KP7, "789-456+1230.", "789-456+1230."), (KEY_KPASTERISK, "*", "*"),
        (KEY_KPSLASH, "/", "/"),
    ]

    private static let layout: [Int32: (plain: Character, shifted: Character)] = {
        let keys = rows.flatMap { row in
            zip(row.plain, row.shifted).enumerated().map { (row.first + Int32($0.offset), $0.element) }
        }
        return Dictionary(keys.map { ($0.0, (plain: $0.1.0, shifted: $0.1.1)) }) { first, _ in first }
    }()
}
