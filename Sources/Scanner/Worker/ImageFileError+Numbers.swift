// The serialised form of image file errors, for another process.

extension ImageFileError {
    /// The case and its facts; ``text`` is sent in addition. Cases that occur only on this side are 0.
    var numbers: [Int] {
        func number(_ kind: ImageKind) -> Int { ImageKind.allCases.firstIndex(of: kind) ?? 0 }
        return switch self {
        case .empty: [1]
        case .unknownKind: [2]
        case .outOfMemory: [3]
        case .tooLarge(let limit): [4, limit]
        case .tooManyPixels(let width, let height, let limit): [5, width, height, limit]
        case .truncated(let kind): [6, number(kind)]
        case .damaged(let kind, _): [7, number(kind)]
        case .unsupported(let kind, _): [8, number(kind)]
        case .tooCostly(let kind): [9, number(kind)]
        case .blank: [10]
        case .cannotRead, .nameNotUTF8, .notARegularFile, .notBuilt, .noReader, .harmful: [0]
        }
    }

    /// The clause that two of the cases hold.
    var text: String {
        switch self {
        case .damaged(_, let reason): reason
        case .unsupported(_, let feature): feature
        default: ""
        }
    }

    /// Parses an error.
    ///
    /// - Parameters:
    ///   - numbers: The values of ``numbers``, with 0 for missing ones.
    ///   - text: The value of ``text``.
    init?(_ numbers: [Int], text: String) {
        guard numbers.count > 3 else { return nil }
        let kind = ImageKind.allCases.indices.contains(numbers[1]) ? ImageKind.allCases[numbers[1]] : .jpeg
        switch numbers[0] {
        case 1: self = .empty
        case 2: self = .unknownKind
        case 3: self = .outOfMemory
        case 4: self = .tooLarge(limitBytes: numbers[1])
        case 5: self = .tooManyPixels(width: numbers[1], height: numbers[2], limit: numbers[3])
        case 6: self = .truncated(kind)
        case 7: self = .damaged(kind, reason: text)
        case 8: self = .unsupported(kind, feature: text)
        case 9: self = .tooCostly(kind)
        case 10: self = .blank
        default: return nil
        }
    }
}
