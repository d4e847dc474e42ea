// Searches a frame for symbols whose finder patterns are blurred.

/// A possible symbol.
struct BlurCandidate {
    var triple: BlurTriple
    /// Modules per side.
    var dimension: Int
    /// The number of the picture's level on which the symbol is fitted.
    var level: Int
    /// The blurs that explain its finder patterns, best first; not empty.
    var matches: [FinderTemplates.Match]

    /// What the best blur does not explain.
    var error: Float { matches[0].error }

    /// Returns whether one of its patterns lies in a symbol that was read.
    func isCovered(by code: DetectedCode) -> Bool {
        [triple.corner, triple.right, triple.below].contains(where: code.covers)
    }

    /// Its patterns as those of a sharp symbol: the corner, the one to the right, and the one below.
    var patterns: [FinderPattern] {
        let module = triple.leg / Float(dimension - 7)
        return [triple.corner, triple.right, triple.below].map {
            FinderPattern(
                centre: $0, moduleSize: module, isInverted: triple.isInverted, rays: 16, sightings: 1,
                scale: Float(1 << level))
        }
    }
}

/// Lists possible symbols, the likeliest first; its storage is reused between frames.
///
/// Its cost is bounded by the number of pixels and the limits below, whatever the frame shows.
struct BlurSearch {
    /// What is searched.
    enum Pass {
        /// The picture, reduced where it is large, and smaller copies.
        case upright
        /// The same turned by 45°: boxes are upright, and motion makes them differ from patterns that are turned by
        /// more than 25°.
        case turned
        /// The picture at its full size, for modules of 1 to 1.6 pixels.
        case fine
        /// The same for modules of 1.2 × 1.9 pixels, as of a symbol that is tilted about an upright axis.
        case narrow
        /// The same for modules of 1.9 × 1.2 pixels.
        case low

        /// Whether small modules are looked for, at the picture's full size.
        var isFine: Bool { self != .upright && self != .turned }

        /// The factors by which modules are wider and higher than at their mean size.
        var stretch: Vector {
            switch self {
            case .upright, .turned, .fine: Vector(1, 1)
            case .narrow: Vector(0.78, 1.22)
            case .low: Vector(1.22, 0.78)
            }
        }
    }

    /// The sizes at levels after the first, whose smaller sizes the level before covers.
    private static let largeSizes = 4...6
    /// The sizes of the fine pass, and that of tilted symbols. Larger ones are seen in the reduced picture.
    private static let (fineSizes, tiltedSizes) = (1...3, 3...3)
    /// The places kept of each of them: so small a symbol that can be read is hardly blurred.
    private static let finePlaces = 12
    /// The most pixels of a picture for which there is a fine pass.
    private static let mostFinePixels = 1_500_000
    /// The longest side of a picture that is not reduced, in pixels.
    private static let longestWholeSide = 600
    /// The places kept of each size and polarity, and the triples of them that are compared.
    private let placesPerSize: Int
    private let triplesPerSize: Int
    /// The longest side of the first level searched, in pixels.
    private static let longestSide = 1000
    /// The shortest side of a level searched.
    private static let shortestSide = 60

    private var boxes = NestedBoxes()
    private var turned = LumaPlane()
    // Made when first needed: it takes milliseconds, and most decoders never search.
    private lazy var templates = FinderTemplates()
    /// The places of each level and size, from all passes on the frame.
    private var places: [[NestedBoxes.Place]] = []

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - placesPerSize: The places kept of each size and polarity, 3 or more.
    ///   - triplesPerSize: The triples of them that are compared, 1 or more.
    init(placesPerSize: Int = 90, triplesPerSize: Int = 80) {
        (self.placesPerSize, self.triplesPerSize) = (placesPerSize, triplesPerSize)
    }

    /// Forgets the places of the passes before, so that any pass may be the first on the next frame.
    mutating func forget() {
        places.removeAll(keepingCapacity: true)
    }

    /// Returns the number of pixels of the largest level that is searched.
    ///
    /// - Parameters:
    ///   - width: The frame's width in pixels.
    ///   - height: Its height in pixels.
    /// - Returns: The number of pixels, which the cost of a search grows with.
    static func largestSize(ofWidth width: Int, height: Int) -> Int {
        var (number, longer) = (0, max(width, height))
        while longer > (number == 0 ? longestWholeSide : longestSide) { (number, longer) = (number + 1, longer / 2) }
        return (width >> number) * (height >> number)
    }

    /// Returns whether a frame is searched for small modules: if it is searched reduced, and is not too large.
    static func hasFinePasses(_ frame: LumaPlane) -> Bool {
        max(frame.width, frame.height) > longestWholeSide && frame.width * frame.height <= mostFinePixels
    }

    /// Lists the possible symbols of a frame.
    ///
    /// - Parameters:
    ///   - pass: How the picture is turned; the places of the passes before are combined with it.
    ///   - pyramid: The frame.
    ///   - work: The remaining budget; the cost of halving the frame is deducted.
    /// - Returns: The candidates, the best explained first.
    mutating func candidates(
        _ pass: Pass, _ pyramid: inout Pyramid, work: inout WorkBudget
    ) -> [BlurCandidate] {
        if pass != .turned { forget() }
        for slot in places.indices {
            for index in places[slot].indices { places[slot][index].isNew = false }
        }
        if pass.isFine {
            findFinePlaces(pyramid.plane(0, work: &work), pass)
        } else {
            findPlaces(pass, &pyramid, work: &work)
        }
        var candidates: [BlurCandidate] = []
        for places in places {
            for isInverted in [false, true] {
                let alike = places.filter { $0.isInverted == isInverted }
                for var triple in BlurTriple.all(of: alike, limit: triplesPerSize) {
                    triple.stretch(by: pass.stretch)
                    addCandidates(triple, &pyramid, work: &work, to: &candidates)
                }
            }
        }
        return candidates.sorted { $0.error < $1.error }
    }

    /// Lists the possible symbols at three finder patterns.
    ///
    /// - Parameters:
    ///   - triple: The patterns.
    ///   - pyramid: The frame.
    ///   - work: The remaining budget; the cost of halving the frame is deducted.
    /// - Returns: A candidate for each version that may be there, the best explained first.
    mutating func candidates(
        at triple: BlurTriple, _ pyramid: inout Pyramid, work: inout WorkBudget
    ) -> [BlurCandidate] {
        var candidates: [BlurCandidate] = []
        addCandidates(triple, &pyramid, work: &work, to: &candidates)
        return candidates.sorted { $0.error < $1.error }
    }

    /// Finds the places of all levels and sizes.
    private mutating func findPlaces(_ pass: Pass, _ pyramid: inout Pyramid, work: inout WorkBudget) {
        var (number, slot) = (0, 0)
        var plane = pyramid.plane(0, work: &work)
        while max(plane.width, plane.height) > (number == 0 ? Self.longestWholeSide : Self.longestSide) {
            number += 1
            let next = pyramid.plane(number, work: &work)
            // A narrow strip cannot be halved.
            guard next.width < plane.width else { return }
            plane = next
        }
        var sizes = NestedBoxes.modules.indices
        while min(plane.width, plane.height) >= Self.shortestSide || slot == 0 {
            let map = open(plane, pass)
            for size in sizes {
                if slot == places.count { places.append([]) }
                boxes.find(module: NestedBoxes.modules[size], limit: placesPerSize)
                places[slot] = distinct(places[slot] + boxes.places.map { Self.place($0, map, plane.scale) })
                slot += 1
            }
            sizes = Range(Self.largeSizes)
            number += 1
            let next = pyramid.plane(number, work: &work)
            guard next.width < plane.width else { return }
            plane = next
        }
    }

    /// Finds the places of small sizes in a picture that was only searched reduced. Those of tilted symbols are moved
    /// to where they would be in a picture in which modules are square.
    private mutating func findFinePlaces(_ plane: LumaPlane, _ pass: Pass) {
        guard Self.hasFinePasses(plane) else { return }
        boxes.open(plane)
        for size in pass == .fine ? Self.fineSizes : Self.tiltedSizes {
            boxes.find(module: NestedBoxes.modules[size], stretch: pass.stretch, limit: Self.finePlaces)
            places.append(
                boxes.places.map { place in
                    var place = place
                    place.centre = Vector(place.centre.x / pass.stretch.x, place.centre.y / pass.stretch.y)
                    return place
                })
        }
    }

    /// Opens a level, turned if the pass says so.
    private mutating func open(_ plane: LumaPlane, _ pass: Pass) -> PictureTurn? {
        guard pass == .turned else {
            boxes.open(plane)
            return nil
        }
        let map = turned.turn(plane, degrees: 45)
        boxes.open(turned)
        return map
    }

    /// Converts a place to the frame's pixels.
    private static func place(_ place: NestedBoxes.Place, _ map: PictureTurn?, _ scale: Float) -> NestedBoxes.Place {
        var result = place
        if let map { result.centre = map(place.centre) }
        result.centre *= scale
        result.module *= scale
        return result
    }

    /// Keeps the best of the places that are seen twice, and of all places.
    private func distinct(_ places: [NestedBoxes.Place]) -> [NestedBoxes.Place] {
        var kept: [NestedBoxes.Place] = []
        var counts = (dark: 0, light: 0)
        for place in places.sorted(by: { $0.correlation > $1.correlation }) {
            guard place.isInverted ? counts.light < placesPerSize : counts.dark < placesPerSize else { continue }
            let isKnown = kept.contains {
                $0.isInverted == place.isInverted && ($0.centre - place.centre).length < 2 * place.module
            }
            guard !isKnown else { continue }
            kept.append(place)
            if place.isInverted { counts.light += 1 } else { counts.dark += 1 }
        }
        return kept
    }

    /// Adds a triple in each version whose finder patterns a blur explains.
    private mutating func addCandidates(
        _ triple: BlurTriple, _ pyramid: inout Pyramid, work: inout WorkBudget, to candidates: inout [BlurCandidate]
    ) {
        for dimension in triple.dimensions {
            let modules = Float(dimension - 7)
            let level = Pyramid.number(forModule: triple.leg / modules)
            let plane = pyramid.plane(level, work: &work)
            let error = templates.compare(
                [triple.corner / plane.scale, triple.right / plane.scale, triple.below / plane.scale],
                across: (triple.right - triple.corner) / (modules * plane.scale),
                down: (triple.below - triple.corner) / (modules * plane.scale), plane, isInverted: triple.isInverted)
            guard error.isFinite else { continue }
            candidates.append(
                BlurCandidate(triple: triple, dimension: dimension, level: level, matches: templates.matches))
        }
    }
}
