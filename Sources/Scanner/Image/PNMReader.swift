// Netpbm's formats: PBM, PGM and PPM, as text (P1 to P3) and binary (P4 to P6).

internal import QRReader

/// Reads PNM files strictly: one picture, followed by nothing but white space.
///
/// - SeeAlso: netpbm.sourceforge.net/doc/pbm.html, pgm.html, ppm.html
struct PNMReader {
    private let bytes: [UInt8]
    private var next = 2

    /// Reads the only picture of a file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, of kind ``ImageKind/pnm``.
    ///   - limits: The largest picture that is decoded.
    /// - Returns: The luma.
    /// - Throws: ``ImageFileError``.
    static func frame(_ bytes: [UInt8], limits: ImageLimits) throws(ImageFileError) -> Frame {
        var reader = PNMReader(bytes: bytes)
        return try reader.frame(limits: limits)
    }

    private mutating func frame(limits: ImageLimits) throws(ImageFileError) -> Frame {
        let digit = bytes[1] - UInt8(ascii: "0")
        let (isText, colour) = (digit <= 3, (digit - 1) % 3)  // colour: 0 bits, 1 grey, 2 red green blue
        let (width, height) = (try number(), try number())
        try limits.check(.pnm, width: width, height: height)
        let maximum = colour == 0 ? 1 : try number()
        guard (1...65_535).contains(maximum) else { throw .damaged(.pnm, reason: "its maximum is not 1 to 65535") }
        let count = width * height * (colour == 2 ? 3 : 1)
        let luma: [UInt8]
        switch (isText, colour) {
        case (true, 0): luma = try textBits(count: count)
        case (true, _): luma = Self.gray(try textSamples(count: count, maximum: maximum), colour: colour)
        case (false, 0): luma = try packedBits(width: width, height: height)
        case (false, _): luma = Self.gray(try binarySamples(count: count, maximum: maximum), colour: colour)
        }
        try expectEnd()
        return Frame(width: width, height: height, luma: luma)
    }

    // MARK: Header

    /// Reads the next decimal number, after white space and comments.
    private mutating func number() throws(ImageFileError) -> Int {
        skipSpace()
        let digits = bytes[next...].prefix(10).prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else {
            throw next < bytes.count ? .damaged(.pnm, reason: "expected a number") : .truncated(.pnm)
        }
        guard digits.count < 10 else { throw .damaged(.pnm, reason: "a number has more than 9 digits") }
        next += digits.count
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private mutating func skipSpace() {
        while next < bytes.count {
            if bytes[next] == UInt8(ascii: "#") {
                next = bytes[next...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            } else if Self.isSpace(bytes[next]) {
                next += 1
            } else {
                return
            }
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    // MARK: Samples

    /// Reads samples of one digit each, 1 for black; white space between them is optional.
    private mutating func textBits(count: Int) throws(ImageFileError) -> [UInt8] {
        try requireBytes(count)
        var luma: [UInt8] = []
        luma.reserveCapacity(count)
        while luma.count < count {
            skipSpace()
            guard next < bytes.count else { throw .truncated(.pnm) }
            switch bytes[next] {
            case UInt8(ascii: "0"): luma.append(255)
            case UInt8(ascii: "1"): luma.append(0)
            default: throw .damaged(.pnm, reason: "expected 0 or 1")
            }
            next += 1
        }
        return luma
    }

    private mutating func textSamples(count: Int, maximum: Int) throws(ImageFileError) -> [UInt8] {
        try requireBytes(2 * count - 1)
        var samples: [UInt8] = []
        samples.reserveCapacity(count)
        while samples.count < count { samples.append(try Self.scaled(number(), maximum)) }
        return samples
    }

    /// Reads samples packed eight to a byte, the first in the highest bit, 1 for black; each row starts on a byte.
    private mutating func packedBits(width: Int, height: Int) throws(ImageFileError) -> [UInt8] {
        let perRow = (width + 7) / 8
        let rows = try binary(perRow * height)
        var luma: [UInt8] = []
        luma.reserveCapacity(width * height)
        for start in stride(from: rows.startIndex, to: rows.endIndex, by: perRow) {
            for x in 0..<width { luma.append(rows[start + x / 8] & (0x80 >> UInt8(x % 8)) == 0 ? 255 : 0) }
        }
        return luma
    }

    /// Reads samples of one byte up to a maximum of 255, otherwise of two bytes in big-endian order.
    private mutating func binarySamples(count: Int, maximum: Int) throws(ImageFileError) -> [UInt8] {
        if maximum == 255 { return Array(try binary(count)) }
        var samples: [UInt8] = []
        samples.reserveCapacity(count)
        if maximum < 256 {
            for byte in try binary(count) { samples.append(try Self.scaled(Int(byte), maximum)) }
        } else {
            let pairs = try binary(2 * count)
            for high in stride(from: pairs.startIndex, to: pairs.endIndex, by: 2) {
                samples.append(try Self.scaled(Int(pairs[high]) << 8 | Int(pairs[high + 1]), maximum))
            }
        }
        return samples
    }

    /// Consumes the white space that ends the header, and `count` bytes.
    private mutating func binary(_ count: Int) throws(ImageFileError) -> ArraySlice<UInt8> {
        guard next < bytes.count else { throw .truncated(.pnm) }
        guard Self.isSpace(bytes[next]) else { throw .damaged(.pnm, reason: "expected white space") }
        next += 1
        try requireBytes(count)
        defer { next += count }
        return bytes[next..<next + count]
    }

    /// Prevents a header with an absurd size from allocating memory for pixels that the file cannot hold.
    private func requireBytes(_ count: Int) throws(ImageFileError) {
        guard bytes.count - next >= count else { throw .truncated(.pnm) }
    }

    private mutating func expectEnd() throws(ImageFileError) {
        guard bytes[next...].allSatisfy(Self.isSpace) else {
            throw .damaged(.pnm, reason: "data follows the picture")
        }
    }

    private static func scaled(_ sample: Int, _ maximum: Int) throws(ImageFileError) -> UInt8 {
        guard sample <= maximum else { throw .damaged(.pnm, reason: "a value is above the maximum") }
        return UInt8((sample * 255 + maximum / 2) / maximum)
    }

    private static func gray(_ samples: [UInt8], colour: UInt8) -> [UInt8] {
        guard colour == 2 else { return samples }
        return stride(from: 0, to: samples.count, by: 3).map {
            RGB.luma(red: samples[$0], green: samples[$0 + 1], blue: samples[$0 + 2])
        }
    }
}
