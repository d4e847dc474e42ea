// Drawn frames of a door, by number.

import DoorPictures
import QRReader
import TicketPrinting

/// A frame of a ticket with one impairment at one severity.
struct DoorFrame {
    let impairment: DoorImpairment
    let severity: Double
    /// The text in the code.
    let text: String
    let frame: Frame

    /// Draws a frame; successive numbers cycle through all severities of all impairments.
    ///
    /// - Parameters:
    ///   - number: 0 or more.
    ///   - impairments: One or more.
    ///   - seed: The same seed gives the same frame on every machine.
    /// - Throws: `DoorPictureError`.
    init(_ number: Int, of impairments: [DoorImpairment], seed: UInt64) throws {
        let cells = impairments.flatMap { impairment in impairment.severities.map { (impairment, $0) } }
        (impairment, severity) = cells[number % cells.count]
        var chance = SplitMix64(seed: seed &* 1_000_003 &+ UInt64(number))
        text = Self.code(using: &chance)
        let scene = impairment.scene(severity, using: &chance)
        let symbol = try Self.symbol(text, on: scene.carrier)
        frame = Frame(try photograph(symbol, scene: scene, using: &chance))
    }

    /// Returns a text with the length and the characters of a ticket code; a signed code would differ in each run.
    /// Behind `DC1:` are as many characters as `length` says: 104 in suite 1.
    static func code(of length: Int = 104, using chance: inout SplitMix64) -> String {
        let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
        return "DC1:" + String((0..<length).map { _ in characters[Int.random(in: 0..<45, using: &chance)] })
    }

    /// Returns the symbol of one of our tickets on this carrier.
    static func symbol(_ text: String, on carrier: DoorScene.Carrier) throws -> QRSymbol {
        let medium: Medium = carrier == .phone ? .screen : .print
        return try QRSymbol(text: text, errorCorrection: medium.errorCorrection)
    }
}

extension Frame {
    init(_ picture: GrayPicture) {
        self.init(width: picture.width, height: picture.height, luma: picture.luma)
    }
}
