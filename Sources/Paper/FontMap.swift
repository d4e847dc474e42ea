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

    /// Lets other documents use the map; what was made of it is gone by then.
    func release() {
        Self.idle.withLock { if $0.count < Self.mostIdle { $0.append(self) } }
    }

    /// Creates what layouts are made with; `nil` without memory.
    ///
    /// - Returns: A Pango context that the caller owns.
    func context() -> OpaquePointer? { pango_font_map_create_context(map) }

    deinit {
        if let map { g_object_unref(UnsafeMutableRawPointer(map)) }
    }
}
