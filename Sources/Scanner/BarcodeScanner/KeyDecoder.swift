// From keys that are pressed to codes.

internal import CInput
internal import CLinux

/// Makes codes of what a barcode scanner types as a keyboard of the United States; Enter ends a code.
///
/// - SeeAlso: linux/input-event-codes.h
struct KeyDecoder {
    /// What came out of the keys.
    enum Result: Equatable {
        case code(String)
        /// A code of which keys are missing, or that Enter did not end.
        case garbled
    }

    private var text = ""
    private var isWhole = true
    private var pressed: Set<Int32> = []
    /// When the last key was pressed, by the kernel's clock.
    private var lastKey: Duration?

    /// Scanners type a code in a fraction of this; a code that breaks off is not put before the next.
    private static let timeout = Duration.seconds(1)
    /// Longer ones are no codes: a QR code holds 4,296 characters at most (ISO/IEC 18004).
    private static let longestCode = 8192
    private static let shifts: Set<Int32> = [KEY_LEFTSHIFT, KEY_RIGHTSHIFT]
    /// With these a key means something else than its character.
    private static let commands: Set<Int32> = [KEY_LEFTCTRL, KEY_RIGHTCTRL, KEY_LEFTALT, KEY_RIGHTALT]

    /// - Parameter event: The next one of the device, with the kernel's time of it: a box that is busy reads it later.
    /// - Returns: What it completes, if anything.
    mutating func take(_ event: input_event) -> [Result] {
        if Int32(event.type) == EV_SYN, Int32(event.code) == SYN_DROPPED {
            // The kernel's buffer was full: keys are missing, and which are down is not known.
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

    /// Keys whose numbers follow each other, from the first on.
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
