// Symbols as libqrencode makes them, for tests of the reader.

import CQREncode
import Glibc
import TestSupport

@testable import QRReader

/// A symbol that the reader did not make, which tests mask, mirror and damage.
struct ReadingSymbol {
    /// Why libqrencode made none; holds `errno`.
    struct Failure: Error {
        let errno: Int32
    }

    /// What goes into a symbol, in order.
    enum Segment {
        case numeric(String), alphanumeric(String), bytes([UInt8])
        /// Shift JIS, two bytes a character.
        case kanji([UInt8])
        case characterSet(UInt32)
    }

    /// What stands before all segments.
    enum Marker {
        case none
        case fnc1Second(UInt8)
    }

    let version: SymbolVersion
    private(set) var format: FormatInformation
    private(set) var isDark: [Bool]
    /// For each module, whether a codeword's bit stands there.
    let carriesData: [Bool]

    var dimension: Int { version.dimension }

    init(version: Int, level: ErrorCorrectionLevel, segments: [Segment], marker: Marker = .none) throws {
        let input = try Self.input(version: version, level: level, segments: segments)
        defer { QRinput_free(input) }
        switch marker {
        case .none: break
        case .fnc1Second(let application): QRinput_setFNC1Second(input, application)
        }
        guard let code = QRcode_encodeInput(input) else { throw Failure(errno: errno) }
        defer { QRcode_free(code) }
        try self.init(code.pointee)
    }

    /// Symbols that carry a content together (structured append).
    static func sequence(version: Int, level: ErrorCorrectionLevel, content: [UInt8]) throws -> [ReadingSymbol] {
        let list = QRcode_encodeDataStructured(Int32(content.count), content, Int32(version), qrLevel(level))
        defer { QRcode_List_free(list) }
        return try Swift.sequence(first: list, next: { $0?.pointee.next })
            .compactMap { $0?.pointee.code?.pointee }
            .map(ReadingSymbol.init)
    }

    private init(_ code: QRcode) throws {
        let count = Int(code.width * code.width)
        guard let version = SymbolVersion(number: Int(code.version)) else { throw Failure(errno: EINVAL) }
        self.version = version
        // libqrencode says of each module what it is: bit 0 is dark, bit 7 carries no data (qrencode.h).
        let modules = (0..<count).map { code.data[$0] }
        isDark = modules.map { $0 & 0x01 != 0 }
        carriesData = modules.map { $0 & 0x80 == 0 }
        let bits = FormatInformation.places(dimension: version.dimension)[0].enumerated()
            .reduce(UInt16(0)) { $0 | (modules[$1.element] & 1 == 1 ? 1 << $1.offset : 0) }
        guard let format = FormatInformation.all.first(where: { $0.encoded == bits }) else {
            throw Failure(errno: EINVAL)
        }
        self.format = format
    }

    private static func qrLevel(_ level: ErrorCorrectionLevel) -> QRecLevel {
        switch level {
        case .low: QR_ECLEVEL_L
        case .medium: QR_ECLEVEL_M
        case .quartile: QR_ECLEVEL_Q
        case .high: QR_ECLEVEL_H
        }
    }

    private static func input(
        version: Int, level: ErrorCorrectionLevel, segments: [Segment]
    ) throws -> OpaquePointer {
        guard let input = QRinput_new2(Int32(version), qrLevel(level)) else { throw Failure(errno: errno) }
        for segment in segments {
            let result =
                switch segment {
                case .numeric(let text): QRinput_append(input, QR_MODE_NUM, Int32(text.utf8.count), Array(text.utf8))
                case .alphanumeric(let text):
                    QRinput_append(input, QR_MODE_AN, Int32(text.utf8.count), Array(text.utf8))
                case .bytes(let bytes): QRinput_append(input, QR_MODE_8, Int32(bytes.count), bytes)
                case .kanji(let bytes): QRinput_append(input, QR_MODE_KANJI, Int32(bytes.count), bytes)
                case .characterSet(let number): QRinput_appendECIheader(input, number)
                }
            guard result == 0 else {
                QRinput_free(input)
                throw Failure(errno: errno)
            }
        }
        return input
    }

    /// The same symbol under another mask.
    mutating func remask(_ mask: DataMask) {
        let (old, new) = (DataMask.tiles[Int(format.mask.rawValue)], DataMask.tiles[Int(mask.rawValue)])
        for index in isDark.indices where carriesData[index] {
            let tile = Int(DataMask.tile(row: index / dimension, column: index % dimension))
            if old[tile] != new[tile] { isDark[index].toggle() }
        }
        format = FormatInformation(level: format.level, mask: mask)
        for copy in FormatInformation.places(dimension: dimension) {
            for (bit, index) in copy.enumerated() { isDark[index] = format.encoded >> bit & 1 == 1 }
        }
    }

    /// What a perfect picture of it gives.
    ///
    /// - Parameter confidence: Of every module, 1 to 255.
    /// - Returns: The grid.
    func grid(confidence: Int16 = 100) -> ModuleGrid {
        ModuleGrid(dimension: dimension, levels: isDark.map { $0 ? confidence : -confidence })
    }
}

extension ModuleGrid {
    /// The symbol as in a mirror: rows and columns change places.
    var transposed: ModuleGrid {
        var result = self
        for row in 0..<dimension {
            for column in 0..<dimension { result[row: column, column: row] = self[row: row, column: column] }
        }
        return result
    }
}
