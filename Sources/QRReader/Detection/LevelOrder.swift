// The order in which the sizes of a frame are searched.

/// The searches of a frame, the one that reads the most for its cost first.
///
/// A search covers one or more levels of the pyramid and combines their finder patterns; the next search starts only
/// if the previous one has read nothing.
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

    /// Creates the order for a frame.
    ///
    /// - Parameters:
    ///   - frame: The frame. The search starts at the level whose longer side is at most 1,100 pixels; the next level
    ///     costs a quarter of that and removes a symbol's blur; then come the finer levels.
    ///   - effort: The search effort. In live search, the finer level is only searched sharpened: this reads
    ///     everything that the plain one does, and also symbols with blur and small modules.
    init(_ frame: Frame, effort: DecodeEffort) {
        (width, height, self.effort) = (frame.width, frame.height, effort)
        let last = Pyramid.lastNumber(of: frame)
        let longer = max(frame.width, frame.height)
        var first = 0
        while first < 3, longer >> first > 1100 { first += 1 }
        // In a camera's frame of 640 × 480, symbols are usually also readable at half the size.
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

    /// Returns whether this order applies to a frame; it is the same for all frames of a camera.
    func isOrder(of frame: Frame, effort: DecodeEffort) -> Bool {
        width == frame.width && height == frame.height && self.effort == effort
    }
}
