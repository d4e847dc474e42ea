// The fonts of this machine, for laying out texts.

internal import CPango
internal import Synchronization

/// Pango's map of the machine's fonts, which one document uses at a time.
///
/// By itself, Pango keeps a map for each thread, which goes with the thread: a document on another one would find and
/// load all fonts again.
final class FontMap: @unchecked Sendable {
    private static let idle = Mutex<[FontMap]>([])
    /// More documents than this are rarely drawn at once.
    private static let mostIdle = 4

    private let map = pango_cairo_font_map_new()

    /// Returns a map that no other document uses until it is released.
    static func take() -> FontMap {
        idle.withLock { $0.popLast() } ?? FontMap()
    }

    /// Lets other documents use the map; its layouts are gone by then.
    func release() {
        Self.idle.withLock { if $0.count < Self.mostIdle { $0.append(self) } }
    }

    /// Creates a layout; `nil` without memory.
    ///
    /// - Parameter cairo: Where it is drawn.
    /// - Returns: A layout that the caller owns.
    func layout(on cairo: OpaquePointer) -> OpaquePointer? {
        guard let context = pango_font_map_create_context(map) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        pango_cairo_update_context(cairo, context)
        return pango_layout_new(context)
    }

    deinit {
        if let map { g_object_unref(UnsafeMutableRawPointer(map)) }
    }
}
