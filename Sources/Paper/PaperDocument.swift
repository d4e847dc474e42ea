// PDF pages, with lengths in millimetres.

internal import CPNG
internal import CPango

/// A PDF document that is written page by page: finished pages are released from memory, but fonts are kept.
///
/// Lengths are in millimetres from the top left corner of the page. The same calls produce the same bytes.
public final class PaperDocument {
    private let surface: OpaquePointer
    private let cairo: OpaquePointer
    private let sink: Sink
    /// The number of dots per millimetre; points for a PDF, pixels for a picture.
    private let dots: Double
    private let isPicture: Bool
    /// Whether a picture is compressed quickly, and not as far as possible.
    private let isQuick: Bool
    private var isFinished = false
    /// The pictures that were drawn, each decoded once and written to the file once.
    private var pictures: [ObjectIdentifier: (picture: PaperPicture, surface: PaperPicture.Surface)] = [:]
    private let fonts = FontMap.take()
    /// What the document's texts are laid out with; `nil` without memory.
    private let context: OpaquePointer?
    /// What the context was told last of how the page is scaled and turned.
    private var transform: Transform?
    /// Texts that were laid out: most are measured before they are drawn. A document of thousands of pages forgets them
    /// from time to time.
    private var layouts: [TextInRoom: OpaquePointer] = [:]
    private static let mostLayouts = 200
    /// Texts that were measured, likewise.
    private var extents: [TextInRoom: PaperText.Extent] = [:]
    private static let mostExtents = 2000
    /// The drawn characters that no available font has.
    public private(set) var missing: Set<Unicode.Scalar> = []

    /// The destination of the bytes; an error is kept until the drawing call returns.
    private final class Sink {
        let write: ([UInt8]) throws -> Void
        var error: (any Error)?

        init(_ write: @escaping ([UInt8]) throws -> Void) {
            self.write = write
        }
    }

    /// Gives the sink a piece of the file.
    private static let take: cairo_write_func_t = { sink, bytes, count in
        guard let sink, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
        let taker = Unmanaged<Sink>.fromOpaque(sink).takeUnretainedValue()
        guard taker.error == nil else { return CAIRO_STATUS_WRITE_ERROR }
        do {
            try taker.write(Array(UnsafeBufferPointer(start: bytes, count: Int(count))))
            return CAIRO_STATUS_SUCCESS
        } catch {
            taker.error = error
            return CAIRO_STATUS_WRITE_ERROR
        }
    }

    /// Creates a document.
    ///
    /// - Parameters:
    ///   - title: The title in the document's properties.
    ///   - write: Receives the document's bytes, piece by piece.
    /// - Throws: ``PaperError/drawing(_:)``.
    public init(title: String, write: @escaping ([UInt8]) throws -> Void) throws {
        let sink = Sink(write)
        let surface = cairo_pdf_surface_create_for_stream(
            Self.take,
            Unmanaged.passUnretained(sink).toOpaque(),
            595,
            842
        )
        guard let surface, let cairo = cairo_create(surface) else { throw PaperError.drawing("no memory is left") }
        self.sink = sink
        self.surface = surface
        self.cairo = cairo
        context = Self.context(with: fonts)
        (dots, isPicture, isQuick) = (Self.points, false, false)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
        // Without a date, cairo writes the current time, and no two runs produce the same bytes.
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z")
        try check()
    }

    /// Draws a whole PDF in memory.
    ///
    /// - Parameters:
    ///   - title: The title in the document's properties.
    ///   - body: Draws the pages.
    /// - Returns: The file, and the drawn characters that no available font has.
    /// - Throws: ``PaperError``, and the errors of `body`.
    public static func file(
        title: String, _ body: (PaperDocument) throws -> Void
    ) throws -> (bytes: [UInt8], missing: Set<Unicode.Scalar>) {
        try inMemory(body) { try PaperDocument(title: title, write: $0) }
    }

    /// Draws a page as a PNG picture in memory, for a screen.
    ///
    /// - Parameters:
    ///   - width: The page's width in millimetres, 10 to 2,000.
    ///   - height: The page's height in millimetres, 10 to 2,000.
    ///   - pixels: The picture's longer side in pixels, 1 to 10,000.
    ///   - isQuick: Whether it is made for somebody who waits for it, and not kept: it is compressed in a quarter of
    ///     the time, and the file may be a third larger.
    ///   - body: Draws the page.
    /// - Returns: The file, and the drawn characters that no available font has.
    /// - Throws: ``PaperError``, and the errors of `body`.
    public static func picture(
        width: Double, height: Double, pixels: Int, isQuick: Bool = false, _ body: (PaperDocument) throws -> Void
    ) throws -> (bytes: [UInt8], missing: Set<Unicode.Scalar>) {
        try inMemory(body) {
            try PaperDocument(pictureOfWidth: width, height: height, pixels: pixels, isQuick: isQuick, write: $0)
        }
    }

    private static func inMemory(
        _ body: (PaperDocument) throws -> Void, _ make: (@escaping ([UInt8]) throws -> Void) throws -> PaperDocument
    ) throws -> (bytes: [UInt8], missing: Set<Unicode.Scalar>) {
        final class Bytes {
            var all: [UInt8] = []
        }
        let bytes = Bytes()
        let document = try make { bytes.all += $0 }
        try body(document)
        try document.finish()
        return (bytes.all, document.missing)
    }

    /// Creates a picture of one page, for a screen.
    ///
    /// - Parameters:
    ///   - width: The page's width in millimetres, 10 to 2,000.
    ///   - height: The page's height in millimetres, 10 to 2,000.
    ///   - pixels: The picture's longer side in pixels, 1 to 10,000.
    ///   - isQuick: Whether it is compressed quickly, and not as far as possible.
    ///   - write: Receives the bytes of a PNG file, piece by piece, when the document is finished.
    /// - Throws: ``PaperError``.
    private init(
        pictureOfWidth width: Double, height: Double, pixels: Int, isQuick: Bool,
        write: @escaping ([UInt8]) throws -> Void
    ) throws {
        guard (10...2000).contains(width), (10...2000).contains(height) else {
            throw PaperError.pageSize(width: width, height: height)
        }
        let dots = Double(pixels) / max(width, height)
        let (columns, rows) = (Int32((width * dots).rounded(.up)), Int32((height * dots).rounded(.up)))
        let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, columns, rows)
        guard let surface, let cairo = cairo_create(surface) else { throw PaperError.drawing("no memory is left") }
        sink = Sink(write)
        self.surface = surface
        self.cairo = cairo
        context = Self.context(with: fonts)
        (self.dots, isPicture, self.isQuick) = (dots, true, isQuick)
        cairo_set_source_rgb(cairo, 1, 1, 1)
        cairo_paint(cairo)
        try check()
    }

    deinit {
        forgetLayouts()
        if let context { g_object_unref(UnsafeMutableRawPointer(context)) }
        fonts.release()
        cairo_destroy(cairo)
        cairo_surface_destroy(surface)
    }

    /// Draws a page.
    ///
    /// - Parameters:
    ///   - width: The size in millimetres, 10 to 2,000.
    ///   - height: The size in millimetres, 10 to 2,000.
    ///   - body: Draws the contents of the page.
    /// - Throws: ``PaperError``, and the errors of `write` and `body`.
    public func page(width: Double, height: Double, _ body: () throws -> Void) throws {
        guard (10...2000).contains(width), (10...2000).contains(height) else {
            throw PaperError.pageSize(width: width, height: height)
        }
        if !isPicture { cairo_pdf_surface_set_size(surface, width * dots, height * dots) }
        cairo_identity_matrix(cairo)
        cairo_scale(cairo, dots, dots)
        try body()
        if !isPicture { cairo_show_page(cairo) }
        try check()
    }

    /// Writes the end of the document.
    ///
    /// - Throws: ``PaperError/drawing(_:)``, and the errors of `write`.
    public func finish() throws {
        isFinished = true
        if isPicture {
            if isQuick {
                try sink.write(quickPNG())
            } else {
                cairo_surface_write_to_png_stream(surface, Self.take, Unmanaged.passUnretained(sink).toOpaque())
            }
        }
        cairo_surface_finish(surface)
        if let error = sink.error { throw error }
        let status = cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS else { throw PaperError.drawing(Self.message(status)) }
    }

    /// Returns the picture as a PNG file that is compressed quickly.
    private func quickPNG() throws(PaperError) -> [UInt8] {
        cairo_surface_flush(surface)
        guard let pixels = cairo_image_surface_get_data(surface) else { throw .drawing("no memory is left") }
        let stride = Int(cairo_image_surface_get_stride(surface))
        let (width, height) = (cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface))
        // Deflate's worst case, as in PNG_ZLIB_MAX_SIZE, plus room for the surrounding chunks.
        let raw = (Int(width) * 3 + 1) * Int(height)
        let capacity = raw + raw / 8 + raw / 64 + 1024
        let file = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            count = dc_png_write_quickly(
                pixels, stride, png_uint_32(width), png_uint_32(height), buffer.baseAddress, capacity)
        }
        guard !file.isEmpty else { throw .drawing("no memory is left") }
        return file
    }

    /// Draws everything in `body` relative to another origin.
    ///
    /// - Parameters:
    ///   - x: The distance to the right of the current origin.
    ///   - y: The distance below it.
    ///   - quarters: The number of quarter turns clockwise about the new origin.
    ///   - body: Draws the contents.
    /// - Throws: The errors of `body`.
    public func moved(x: Double, y: Double, quarters: Int = 0, _ body: () throws -> Void) rethrows {
        cairo_save(cairo)
        cairo_translate(cairo, x, y)
        cairo_rotate(cairo, Double(quarters) * .pi / 2)
        try body()
        cairo_restore(cairo)
    }

    /// Fills a rectangle.
    ///
    /// - Parameters:
    ///   - x: The left edge.
    ///   - y: The upper edge.
    ///   - width: The width.
    ///   - height: The height.
    ///   - colour: The fill colour.
    public func fill(x: Double, y: Double, width: Double, height: Double, _ colour: PaperColour) {
        set(colour)
        cairo_rectangle(cairo, x, y, width, height)
        cairo_fill(cairo)
    }

    /// Fills rectangles as one shape, so that no reader leaves hairlines between them.
    ///
    /// - Parameters:
    ///   - rectangles: The rectangles.
    ///   - colour: The fill colour.
    public func fill(_ rectangles: [(x: Double, y: Double, width: Double, height: Double)], _ colour: PaperColour) {
        set(colour)
        for part in rectangles { cairo_rectangle(cairo, part.x, part.y, part.width, part.height) }
        cairo_fill(cairo)
    }

    /// Draws a picture as large as it fits into a rectangle, without changing its proportions.
    ///
    /// - Parameters:
    ///   - picture: The picture; the document keeps it until the end.
    ///   - x: The left edge of the picture.
    ///   - y: The upper edge of the picture.
    ///   - width: The width of the rectangle.
    ///   - height: The height of the rectangle.
    /// - Throws: ``PaperError/picture``.
    public func draw(_ picture: PaperPicture, x: Double, y: Double, width: Double, height: Double) throws {
        let name = ObjectIdentifier(picture)
        let surface = try pictures[name]?.surface ?? picture.surface()
        pictures[name] = (picture, surface)
        let scale = min(width / Double(picture.width), height / Double(picture.height))
        cairo_save(cairo)
        cairo_translate(cairo, x, y)
        cairo_scale(cairo, scale, scale)
        cairo_set_source_surface(cairo, surface.pointer, 0, 0)
        // The best of cairo's filters: a screen's picture is often smaller than the logo.
        cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_BEST)
        cairo_paint(cairo)
        cairo_restore(cairo)
    }

    /// Draws a straight line.
    ///
    /// - Parameters:
    ///   - start: One end.
    ///   - end: The other.
    ///   - width: The line width in millimetres.
    ///   - isDashed: Whether the line is dashed, to mark a fold or a cut.
    ///   - colour: The line colour.
    public func line(
        from start: (x: Double, y: Double),
        to end: (x: Double, y: Double),
        width: Double = 0.2,
        isDashed: Bool = false,
        _ colour: PaperColour = .rule
    ) {
        set(colour)
        cairo_set_line_width(cairo, width)
        cairo_set_dash(cairo, [1.2, 1.2], isDashed ? 2 : 0, 0)
        cairo_move_to(cairo, start.x, start.y)
        cairo_line_to(cairo, end.x, end.y)
        cairo_stroke(cairo)
    }

    /// Draws text within a width; text that does not fit into the lines ends with an ellipsis.
    ///
    /// - Parameters:
    ///   - text: The text with its style.
    ///   - x: The left edge.
    ///   - y: The upper edge.
    ///   - width: The available width in millimetres.
    ///   - lines: The maximum number of lines, 1 or more.
    /// - Returns: The height of what was drawn, in millimetres.
    @discardableResult
    public func draw(_ text: PaperText, x: Double, y: Double, width: Double, lines: Int = 1) -> Double {
        guard let layout = layout(of: TextInRoom(text: text, width: width, lines: lines)) else { return 0 }
        note(layout)
        set(text.colour)
        cairo_move_to(cairo, x, y)
        pango_cairo_show_layout(cairo, layout)
        return height(of: layout)
    }

    /// Measures text.
    ///
    /// - Parameters:
    ///   - text: The text with its style.
    ///   - width: The available width in millimetres.
    ///   - lines: The maximum number of lines, 1 or more.
    /// - Returns: Its height, and whether all of it fits.
    /// - Complexity: Text that was measured before, such as the event on each ticket of a page, is not measured again.
    public func extent(of text: PaperText, width: Double, lines: Int = 1) -> PaperText.Extent {
        let wanted = TextInRoom(text: text, width: width, lines: lines)
        if let known = extents[wanted] { return known }
        guard let layout = layout(of: wanted) else { return PaperText.Extent(height: 0, isWhole: false) }
        let extent = PaperText.Extent(height: height(of: layout), isWhole: pango_layout_is_ellipsized(layout) == 0)
        if extents.count >= Self.mostExtents { extents.removeAll(keepingCapacity: true) }
        extents[wanted] = extent
        return extent
    }

    /// A text and the room that it has.
    private struct TextInRoom: Hashable {
        let text: PaperText
        /// The available width in millimetres; `nil` for any.
        let width: Double?
        let lines: Int
    }

    /// How the page is scaled and turned, without where its origin is.
    private struct Transform: Equatable {
        let xx, yx, xy, yy: Double
    }

    /// Returns the width of text without automatic line breaks.
    ///
    /// - Parameter text: The text with its style.
    /// - Returns: The width in millimetres.
    public func width(of text: PaperText) -> Double {
        guard let layout = layout(of: TextInRoom(text: text, width: nil, lines: 1)) else { return 0 }
        var width: Int32 = 0
        pango_layout_get_size(layout, &width, nil)
        return Double(width) / Double(PANGO_SCALE)
    }

    private static let points = 72 / 25.4

    /// Creates what texts are laid out with, once for all texts.
    private static func context(with fonts: FontMap) -> OpaquePointer? {
        guard let context = fonts.context() else { return nil }
        // A unit is a millimetre here: glyphs rounded to whole units would be misplaced.
        pango_context_set_round_glyph_positions(context, 0)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        pango_cairo_context_set_font_options(context, options)
        return context
    }

    /// Returns a text that is laid out; `nil` without memory.
    private func layout(of wanted: TextInRoom) -> OpaquePointer? {
        guard let context else { return nil }
        // This makes Pango lay out everything anew, so only if it must.
        let transform = transform(of: cairo)
        if transform != self.transform { pango_cairo_update_context(cairo, context) }
        self.transform = transform
        if let known = layouts[wanted] { return known }
        guard let layout = pango_layout_new(context) else { return nil }
        // An automatic hyphen would change an identifier or a name.
        let attributes = pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
        pango_layout_set_attributes(layout, attributes)
        prepare(layout, for: wanted)
        if layouts.count >= Self.mostLayouts { forgetLayouts() }
        layouts[wanted] = layout
        return layout
    }

    private func transform(of cairo: OpaquePointer) -> Transform {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(cairo, &matrix)
        return Transform(xx: matrix.xx, yx: matrix.yx, xy: matrix.xy, yy: matrix.yy)
    }

    private func forgetLayouts() {
        for layout in layouts.values { g_object_unref(UnsafeMutableRawPointer(layout)) }
        layouts.removeAll(keepingCapacity: true)
    }

    private func prepare(_ layout: OpaquePointer, for wanted: TextInRoom) {
        let text = wanted.text
        let font = pango_font_description_new()
        defer { pango_font_description_free(font) }
        pango_font_description_set_family(font, text.isFixedWidth ? "DejaVu Sans Mono" : "Noto Sans, DejaVu Sans")
        pango_font_description_set_weight(font, text.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        // The page is scaled to millimetres, and so is the font.
        pango_font_description_set_absolute_size(font, text.points / Self.points * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, font)
        if let width = wanted.width {
            pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
            pango_layout_set_height(layout, -Int32(wanted.lines))
            pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
            pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        }
        pango_layout_set_text(layout, text.text, -1)
        // Pango mirrors left and right for right-to-left text; the page's columns are not mirrored.
        let isMirrored = pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_RTL
        pango_layout_set_alignment(layout, text.alignment.pango(isMirrored: isMirrored))
    }

    private func height(of layout: OpaquePointer) -> Double {
        var height: Int32 = 0
        pango_layout_get_size(layout, nil, &height)
        return Double(height) / Double(PANGO_SCALE)
    }

    /// Records the characters of a layout that no font has.
    private func note(_ layout: OpaquePointer) {
        guard pango_layout_get_unknown_glyphs_count(layout) > 0, let runs = pango_layout_get_iter(layout) else {
            return
        }
        defer { pango_layout_iter_free(runs) }
        repeat {
            guard let run = pango_layout_iter_get_run_readonly(runs), let glyphs = run.pointee.glyphs else { continue }
            for place in 0..<Int(glyphs.pointee.num_glyphs) {
                let glyph = glyphs.pointee.glyphs[place].glyph
                // PANGO_GLYPH_UNKNOWN_FLAG, a macro that is not visible in Swift, and the character.
                guard glyph & 0x1000_0000 != 0, let scalar = Unicode.Scalar(glyph & 0x0FFF_FFFF) else { continue }
                // No font has glyphs for control characters, and none are needed.
                if scalar.properties.generalCategory != .control { missing.insert(scalar) }
            }
        } while pango_layout_iter_next_run(runs) != 0
    }

    private func set(_ colour: PaperColour) {
        cairo_set_source_rgb(cairo, colour.red, colour.green, colour.blue)
    }

    private func check() throws {
        if let error = sink.error { throw error }
        let status = cairo_status(cairo)
        guard status == CAIRO_STATUS_SUCCESS else { throw PaperError.drawing(Self.message(status)) }
    }

    private static func message(_ status: cairo_status_t) -> String {
        cairo_status_to_string(status).map { String(cString: $0) } ?? "unknown reason"
    }
}

extension PaperText.Alignment {
    fileprivate func pango(isMirrored: Bool) -> PangoAlignment {
        switch self {
        case .start: isMirrored ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT
        case .centre: PANGO_ALIGN_CENTER
        case .end: isMirrored ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT
        }
    }
}
