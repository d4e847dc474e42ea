// A code's content as text.

extension DetectedCode {
    /// The content as text; nil if it is none.
    ///
    /// Each part is converted from the character set that the symbol declares; kanji are Shift JIS. Undeclared bytes
    /// are UTF-8 if they are valid, and otherwise Latin-1 or Shift JIS as ZXing and zxing-cpp would guess. There is no
    /// text if a part is not valid in its character set, if this process cannot convert it (glibc loads the tables
    /// from files), or if undeclared bytes look like no text.
    ///
    /// Compare tickets and keys by ``bytes``: a guess may be wrong, and two contents may have one text.
    public var text: String? {
        guard !parts.isEmpty else { return Self.text(bytes, like: Self.undeclaredSet(of: bytes)) }
        let slices = slices
        let undeclared = Self.undeclaredSet(of: slices.filter { $0.set == .undeclared }.flatMap(\.bytes))
        var result = ""
        for slice in slices {
            let set: CharacterSet? =
                switch slice.set {
                case .undeclared: undeclared
                case .known(let set): set
                // What is unknown may be UTF-8 none the less, and is nothing that could be guessed.
                case .unknown: .utf8
                }
            guard let text = Self.text(slice.bytes, like: set) else { return nil }
            result += text
        }
        return result
    }

    private enum DeclaredSet: Equatable {
        case undeclared, unknown
        case known(CharacterSet)
    }

    private var slices: [(bytes: [UInt8], set: DeclaredSet)] {
        var rest = bytes[...]
        return parts.map { part in
            let slice = Array(rest.prefix(part.count))
            rest = rest.dropFirst(part.count)
            guard let number = part.interpretation else { return (slice, .undeclared) }
            return (slice, CharacterSet(interpretation: number).map { .known($0) } ?? .unknown)
        }
    }

    private static func undeclaredSet(of bytes: [UInt8]) -> CharacterSet? {
        String(validating: bytes, as: UTF8.self) != nil ? .utf8 : EncodingGuess(bytes).characterSet
    }

    private static func text(_ bytes: [UInt8], like set: CharacterSet?) -> String? {
        set.flatMap { $0.text(of: bytes) }
    }
}
