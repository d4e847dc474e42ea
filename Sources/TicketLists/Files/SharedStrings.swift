// The shared strings of a workbook, to which its cells refer by number.

/// `xl/sharedStrings.xml` (ECMA-376 part 1, 18.4.9), packed into one array.
final class SharedStrings: XMLElements {
    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []
    private var isText = false
    private var phoneticDepth = 0
    private(set) var failure: ListError?

    /// The maximum size of the only part of a workbook that is held in memory: 256 MiB is a million rows of 250
    /// characters.
    private static let largestByteCount = 1 << 28
    /// The maximum length of a string: Excel's own limit of 32,767 characters, in UTF-8.
    private static let longestByteCount = 1 << 17

    /// Calls `body` with a string; returns `false` if the workbook has no string with that number.
    func withText(_ number: Int, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        guard ends.indices.contains(number) else { return false }
        let start = number == 0 ? 0 : Int(ends[number - 1])
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<Int(ends[number])])) }
        return true
    }

    func begin(_ name: String, _ attributes: XMLAttributes) {
        switch name {
        case "t": isText = phoneticDepth == 0
        case "rPh": phoneticDepth += 1
        default: break
        }
    }

    func text(_ text: UnsafeRawBufferPointer) {
        guard isText, failure == nil else { return }
        bytes.append(contentsOf: text)
        if bytes.count > Self.largestByteCount {
            failure = .tooLarge(what: "The workbook's table of texts", limit: "256 MiB")
        } else if bytes.count - Int(ends.last ?? 0) > Self.longestByteCount {
            failure = .tooLarge(what: "A text of the workbook", limit: "32767 characters")
        }
    }

    func end(_ name: String) {
        switch name {
        case "t": isText = false
        case "rPh": phoneticDepth -= 1
        case "si":
            // Strings may be empty, so their number is limited separately: ten for each row that a sheet can have.
            guard ends.count < 10 << 20 else {
                failure = .tooLarge(what: "The workbook's table of texts", limit: "ten million texts")
                return
            }
            ends.append(UInt32(bytes.count))
        default: break
        }
    }
}
