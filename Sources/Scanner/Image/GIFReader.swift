// Wrapper for giflib: reads the only picture of a GIF file.

internal import CGIF
internal import QRReader

/// Reads GIF files.
enum GIFReader {
    /// Reads the only picture of a file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - limits: The largest picture that is decoded.
    /// - Returns: The luma of the only picture on its canvas; transparent pixels become white, like paper.
    /// - Throws: ``ImageFileError``.
    static func frame(_ bytes: [UInt8], limits: ImageLimits) throws(ImageFileError) -> Frame {
        try bytes.span.withUnsafeBytes { bytes throws(ImageFileError) in
            var unread = bytes
            return try withUnsafeMutablePointer(to: &unread) { unread throws(ImageFileError) in
                try frame(unread: unread, limits: limits)
            }
        }
    }

    private static func frame(
        unread: UnsafeMutablePointer<UnsafeRawBufferPointer>, limits: ImageLimits
    ) throws(ImageFileError) -> Frame {
        var code = Int32(0)
        let opened = DGifOpen(
            unread,
            { gif, target, count in
                guard let unread = gif?.pointee.UserData?.assumingMemoryBound(to: UnsafeRawBufferPointer.self)
                else { return 0 }
                let taken = unread.pointee.prefix(Int(count))
                UnsafeMutableRawBufferPointer(start: target, count: Int(count)).copyBytes(from: taken)
                unread.pointee = UnsafeRawBufferPointer(rebasing: unread.pointee.dropFirst(taken.count))
                return Int32(taken.count)
            },
            &code)
        guard let gif = opened else { throw failure(code) }
        defer { DGifCloseFile(gif, nil) }
        try limits.check(.gif, width: Int(gif.pointee.SWidth), height: Int(gif.pointee.SHeight))
        let (transparent, isPicture) = try skipToPicture(gif)
        guard isPicture else { throw .damaged(.gif, reason: "it contains no picture") }
        let frame = try picture(gif, transparent: transparent)
        // Refused, since a ticket in a second picture would be missed.
        guard try !skipToPicture(gif).isPicture else { throw .unsupported(.gif, feature: "an animation") }
        return frame
    }

    /// Skips to the next picture or to the trailer.
    ///
    /// - Returns: The picture's transparent colour, if any, and whether there is a picture.
    private static func skipToPicture(
        _ gif: UnsafeMutablePointer<GifFileType>
    ) throws(ImageFileError) -> (transparent: Int?, isPicture: Bool) {
        var transparent: Int?
        while true {
            var record = UNDEFINED_RECORD_TYPE
            guard DGifGetRecordType(gif, &record) != GIF_ERROR else { throw failure(gif.pointee.Error) }
            switch record {
            case IMAGE_DESC_RECORD_TYPE: return (transparent, true)
            case EXTENSION_RECORD_TYPE:
                transparent = try readExtension(gif) ?? transparent
            default: return (nil, false)
            }
        }
    }

    /// Reads an extension; each of its blocks has 1 to 255 bytes, so the end of the file bounds it.
    ///
    /// - Returns: The transparent colour, if the extension names one.
    private static func readExtension(
        _ gif: UnsafeMutablePointer<GifFileType>
    ) throws(ImageFileError) -> Int? {
        var (code, transparent) = (Int32(0), Int?.none)
        var block: UnsafeMutablePointer<GifByteType>?
        guard DGifGetExtension(gif, &code, &block) != GIF_ERROR else { throw failure(gif.pointee.Error) }
        while let bytes = block {
            // Graphic control extension: length 4, flags, delay (2), transparent colour (GIF89a, section 23).
            if code == GRAPHICS_EXT_FUNC_CODE, bytes[0] == 4, bytes[1] & 1 == 1 { transparent = Int(bytes[4]) }
            guard DGifGetExtensionNext(gif, &block) != GIF_ERROR else { throw failure(gif.pointee.Error) }
        }
        return transparent
    }

    private static func picture(
        _ gif: UnsafeMutablePointer<GifFileType>, transparent: Int?
    ) throws(ImageFileError) -> Frame {
        guard DGifGetImageDesc(gif) != GIF_ERROR else { throw failure(gif.pointee.Error) }
        let (width, height) = (Int(gif.pointee.SWidth), Int(gif.pointee.SHeight))
        let part = gif.pointee.Image
        let (left, top, columns, rows) = (Int(part.Left), Int(part.Top), Int(part.Width), Int(part.Height))
        guard left >= 0, top >= 0, columns > 0, rows > 0, left + columns <= width, top + rows <= height else {
            throw .damaged(.gif, reason: "its picture is outside its canvas")
        }
        guard let map = part.ColorMap ?? gif.pointee.SColorMap else {
            throw .damaged(.gif, reason: "it has no colours")
        }
        let brightness = brightness(map.pointee, transparent: transparent)
        var luma = [UInt8](repeating: 255, count: width * height)
        var line = [GifPixelType](repeating: 0, count: columns)
        for row in rowOrder(rows, interlaced: part.Interlace) {
            guard DGifGetLine(gif, &line, Int32(columns)) != GIF_ERROR else { throw failure(gif.pointee.Error) }
            let start = (top + row) * width + left
            for (column, index) in line.enumerated() { luma[start + column] = brightness[Int(index)] }
        }
        return Frame(width: width, height: height, luma: luma)
    }

    /// Returns the luma of each of the 256 indices; white beyond the colour map and for the transparent colour.
    private static func brightness(_ map: ColorMapObject, transparent: Int?) -> [UInt8] {
        (0..<256).map { index in
            guard index < map.ColorCount, index != transparent, let colour = map.Colors?[index] else { return 255 }
            return RGB.luma(red: colour.Red, green: colour.Green, blue: colour.Blue)
        }
    }

    /// Returns the order of rows; interlaced rows come in four passes (GIF89a, appendix E).
    private static func rowOrder(_ rows: Int, interlaced: Bool) -> [Int] {
        guard interlaced else { return Array(0..<rows) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: rows, by: $0.1)) }
    }

    private static func failure(_ code: Int32) -> ImageFileError {
        if [D_GIF_ERR_EOF_TOO_SOON, D_GIF_ERR_READ_FAILED].contains(code) { return .truncated(.gif) }
        let reason = GifErrorString(code).map { String(cString: $0) } ?? "unknown error"
        return .damaged(.gif, reason: reason)
    }
}
