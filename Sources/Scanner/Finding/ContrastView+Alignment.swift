// Where an alignment pattern is, if not where it is expected.

extension ContrastView {
    /// How well the picture agrees with an alignment pattern.
    ///
    /// The middle and the light ring count more than the dark ring, which may run into dark neighbours.
    ///
    /// - Parameters:
    ///   - place: Of the pattern's middle, in modules.
    ///   - map: From modules to the frame.
    /// - Returns: -48 to 48.
    func alignmentAgreement(at place: Vector, under map: Homography) -> Float {
        var sum: Float = 0
        for row in -2...2 {
            for column in -2...2 {
                let contrast = contrast(at: map(place + Vector(Float(column), Float(row))))
                switch max(abs(row), abs(column)) {
                case 0: sum -= 3 * contrast
                case 1: sum += contrast
                default: sum -= contrast / 2
                }
            }
        }
        return sum / 19
    }

    /// Searches around a place for the alignment pattern.
    ///
    /// - Parameters:
    ///   - place: Where it is expected, in modules.
    ///   - map: From modules to the frame.
    ///   - reach: How far to search in each direction, in modules.
    ///   - step: In modules.
    ///   - pull: What a module of distance from the expected place costs in agreement.
    /// - Returns: The best offset and its agreement, less its cost.
    func alignmentOffset(
        at place: Vector,
        under map: Homography,
        reach: Float,
        step: Float,
        pull: Float
    ) -> (offset: Vector, agreement: Float) {
        var best = (offset: Vector(), agreement: -Float.infinity)
        let count = Int(reach / step)
        for row in -count...count {
            for column in -count...count {
                let offset = Vector(Float(column), Float(row)) * step
                let agreement = alignmentAgreement(at: place + offset, under: map) - pull * offset.length
                if agreement > best.agreement { best = (offset, agreement) }
            }
        }
        return best
    }
}
