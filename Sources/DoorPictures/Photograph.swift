// Takes a picture: geometry, light, lens, movement, sensor and compression, in the order of the light's path.

public import TicketPrinting

/// Photographs a code as a camera at the door would see it.
///
/// - Parameters:
///   - symbol: The code.
///   - scene: The conditions in which it is held and lit.
///   - generator: The generator for what the scene leaves open; the same state produces the same picture.
/// - Returns: A picture of the scene's width and height.
/// - Throws: ``DoorPictureError/scene(knob:value:range:)``, ``DoorPictureError/jpeg(_:)``.
/// - Complexity: About 20 ns per pixel.
public func photograph(
    _ symbol: QRSymbol, scene: DoorScene, using generator: inout some RandomNumberGenerator
) throws(DoorPictureError) -> GrayPicture {
    try photograph([symbol], scene: scene, using: &generator)
}

/// Photographs several codes on one ticket or phone, below each other; without codes, a carrier with print only.
///
/// - Parameters:
///   - symbols: The codes, from the top.
///   - scene: The conditions in which they are held and lit.
///   - generator: The generator for what the scene leaves open; the same state produces the same picture.
/// - Returns: A picture of the scene's width and height.
/// - Throws: ``DoorPictureError/scene(knob:value:range:)``, ``DoorPictureError/jpeg(_:)``.
public func photograph(
    _ symbols: [QRSymbol], scene: DoorScene, using generator: inout some RandomNumberGenerator
) throws(DoorPictureError) -> GrayPicture {
    try photograph(symbols.map(CodePattern.init), scene: scene, using: &generator)
}

/// Photographs a code that moves during the exposure.
///
/// - Parameters:
///   - symbol: The code.
///   - exposure: How it is held at equal intervals during the exposure, one moment or more; what is no part of its pose
///     is that of the middle one.
///   - surroundings: Chooses what the scenes leave open and what stays the same from one frame to the next: all but the
///     sensor's noise.
///   - generator: The generator for the noise; the same state produces the same picture.
/// - Returns: A picture of the scenes' width and height.
/// - Throws: ``DoorPictureError/scene(knob:value:range:)``, ``DoorPictureError/jpeg(_:)``.
public func photograph(
    _ symbol: QRSymbol, during exposure: [DoorScene], in surroundings: UInt64,
    using generator: inout some RandomNumberGenerator
) throws(DoorPictureError) -> GrayPicture {
    try photograph([CodePattern(symbol)], during: exposure, in: surroundings, using: &generator)
}

/// Photographs a code given as a picture.
///
/// - Parameters:
///   - picture: The code, upright and dark on light, with any margin, like the PNG of a ticket.
///   - scene: The conditions in which it is held and lit.
///   - generator: The generator for what the scene leaves open; the same state produces the same picture.
/// - Returns: A picture of the scene's width and height.
/// - Throws: ``DoorPictureError/emptyPicture``, ``DoorPictureError/scene(knob:value:range:)``,
///   ``DoorPictureError/jpeg(_:)``.
public func photograph(
    picture: GrayPicture, scene: DoorScene, using generator: inout some RandomNumberGenerator
) throws(DoorPictureError) -> GrayPicture {
    try photograph([CodePattern(picture)], scene: scene, using: &generator)
}

/// Photographs the backdrop before anything is held up.
///
/// - Parameters:
///   - scene: The light and the camera; parameters of the code are ignored.
///   - generator: The generator for what the scene leaves open; the same state produces the same picture.
/// - Returns: A picture of the scene's width and height.
/// - Throws: ``DoorPictureError/scene(knob:value:range:)``, ``DoorPictureError/jpeg(_:)``.
public func photographBackdrop(
    _ scene: DoorScene, using generator: inout some RandomNumberGenerator
) throws(DoorPictureError) -> GrayPicture {
    try photograph(nil, scene: scene, using: &generator)
}

private func photograph(
    _ codes: [CodePattern]?, scene: DoorScene, using generator: inout some RandomNumberGenerator
) throws(DoorPictureError) -> GrayPicture {
    try photograph(codes, during: [scene], in: nil, using: &generator)
}

private func photograph(
    _ codes: [CodePattern]?, during exposure: [DoorScene], in surroundings: UInt64?,
    using generator: inout some RandomNumberGenerator
) throws(DoorPictureError) -> GrayPicture {
    let scene = exposure[exposure.count / 2]
    for moment in exposure { try moment.check() }
    var noise = SplitMix64(seed: generator.next())
    var chance = surroundings.map { SplitMix64(seed: $0) } ?? noise
    var frame = Plane(scene, using: &chance)
    if let codes {
        let artwork = Artwork(codes, scene: scene, using: &chance)
        let backdrop = frame
        frame = frame.mean(over: exposure.map { Pose(scene: $0, artwork: artwork) }, of: artwork)
        if scene.moire > 0 { frame.beat(amplitude: Float(scene.moire), before: backdrop, using: &chance) }
    }
    frame.illuminate(scene, codeModules: codes?.first?.modules ?? 33, using: &chance)
    if scene.blurSigma > 0 {
        frame = frame.blurred(by: .gaussian(sigma: scene.blurSigma, upright: false))
        frame = frame.blurred(by: .gaussian(sigma: scene.blurSigma, upright: true))
    }
    if scene.defocusPixels > 0 { frame = frame.blurred(by: .disc(radius: scene.defocusPixels)) }
    if scene.motionPixels > 0 {
        frame = frame.blurred(by: .motion(pixels: scene.motionPixels, degrees: scene.motionDegrees))
    }
    if surroundings == nil { noise = chance }
    let luma = frame.exposed(noiseSigma: scene.noiseSigma, using: &noise)
    let shot = try picture(width: frame.width, height: frame.height, luma: luma)
    guard let quality = scene.jpegQuality else { return shot }
    return try shot.compressed(quality: quality)
}
