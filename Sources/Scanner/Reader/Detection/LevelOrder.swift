// In which order the sizes of a frame are searched.

/// A frame's searches, the one that reads most for its cost first.
///
/// A search goes over one or several levels of the pyramid and puts their finder patterns together; the next begins
/// only where the one before has read nothing.
struct LevelOrder {
    struct Search {
        var finish: Pyramid.Finish
        /// The numbers of the levels.
        var levels: [Int]
    }

    private(set) var searches: [Search] = []
    private let width: Int
    private let height: Int
    private let effort: DecodeEffort

    /// - Parameters:
    ///   - frame: Starts at the level whose longer side is at most 1,100 pixels; the next costs a quarter of
    ///     that, and a blurred symbol is clean there; then come the finer ones.
    ///   - effort: How hard to look. Live, the finer level is only looked at sharpened: that reads what the plain one
    ///     reads, and what blur and small modules hide besides.
    init(_ frame: Frame, effort: DecodeEffort) {
        (width, height, self.effort) = (frame.width, frame.height, effort)
        let last = Pyramid.lastNumber(of: frame)
        let longer = max(frame.width, frame.height)
        var first = 0
        while first < 3, longer >> first > 1100 { first += 1 }
        // A camera's frame of 640 × 480 as well has its symbols at half the size, mostly.
        if first == 0, longer >= 600 { first = 1 }
        let coarser = [first + 1, first + 2].filter { min(frame.width, frame.height) >> $0 >= 60 }
        let finer = max(0, first - 1)
        switch effort {
        case .live:
            searches = [
                Search(finish: .plain, levels: [first]), Search(finish: .sharpened, levels: [finer]),
                Search(finish: .plain, levels: Array(coarser.prefix(1))),
            ]
        case .thorough:
            var plain = [first] + coarser.prefix(1)
            plain += (0..<first).reversed()
            plain += coarser.dropFirst()
            searches = [
                Search(finish: .plain, levels: plain), Search(finish: .sharpened, levels: [finer, finer + 1]),
            ]
        }
        for index in searches.indices { searches[index].levels.removeAll { $0 > last } }
    }

    /// Whether a frame is to be searched in this order: all frames of a camera are in the same.
    func isOrder(of frame: Frame, effort: DecodeEffort) -> Bool {
        width == frame.width && height == frame.height && self.effort == effort
    }
}
