// JPEG compression of pictures.

internal import CTurboJPEG
public import TicketPrinting

extension GrayPicture {
    /// Returns this picture as a JPEG file.
    ///
    /// - Parameter quality: 1 to 100; other values are clamped.
    /// - Returns: The file's bytes.
    /// - Throws: ``DoorPictureError/jpeg(_:)``.
    public func jpeg(quality: Int) throws(DoorPictureError) -> [UInt8] {
        guard let compressor = tjInitCompress() else { throw .jpeg(lastMessage(nil)) }
        defer { tjDestroy(compressor) }
        var file: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let result = tjCompress2(
            compressor, luma, Int32(clamping: width), 0, Int32(clamping: height), Int32(TJPF_GRAY.rawValue), &file,
            &count,
            Int32(TJSAMP_GRAY.rawValue), Int32(min(max(quality, 1), 100)), 0)
        defer { tjFree(file) }
        guard result == 0 else { throw .jpeg(lastMessage(compressor)) }
        return [UInt8](UnsafeBufferPointer(start: file, count: Int(count)))
    }

    /// Returns this picture with the artefacts of JPEG compression.
    func compressed(quality: Int) throws(DoorPictureError) -> GrayPicture {
        let file = try jpeg(quality: quality)
        guard let decompressor = tjInitDecompress() else { throw .jpeg(lastMessage(nil)) }
        defer { tjDestroy(decompressor) }
        var pixels = [UInt8](repeating: 0, count: luma.count)
        let result = tjDecompress2(
            decompressor, file, UInt(file.count), &pixels, Int32(clamping: width), 0, Int32(clamping: height),
            Int32(TJPF_GRAY.rawValue), 0)
        guard result == 0 else { throw .jpeg(lastMessage(decompressor)) }
        return try picture(width: width, height: height, luma: pixels)
    }
}

/// Creates a picture whose number of bytes is known to match its size.
func picture(width: Int, height: Int, luma: [UInt8]) throws(DoorPictureError) -> GrayPicture {
    do { return try GrayPicture(width: width, height: height, luma: luma) } catch { throw .printing(error) }
}

private func lastMessage(_ handle: tjhandle?) -> String {
    tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown error"
}
