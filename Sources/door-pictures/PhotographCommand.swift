// `door-pictures photograph`: turns a folder of codes into a folder of photographs.

import ArgumentParser
import DoorPictures
import Glibc
import TicketPrinting

struct PhotographCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photograph",
        abstract: "Photographs every PNG picture of a code in a folder; NAME.png becomes NAME.jpg.",
        discussion: "The same seed and name give the same photograph, whatever else is in the folder.")

    @Option(help: "Chooses hands, angles and light.")
    var seed: UInt64 = 1

    @Option(name: [.short, .customLong("output")], help: "The folder of the photographs; made if it is not there.")
    var outputFolder = "."

    @Option(help: "The kind of scene.")
    var preset = PresetChoice.mixed

    @Option(name: [.customShort("j"), .long], help: "How many photographs to take at a time, 1 to 256.")
    var jobs = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 256)

    @Argument(help: "The folder with the codes.", completion: .directory)
    var codesFolder: String

    func validate() throws {
        guard (1...256).contains(jobs) else { throw ValidationError("-j is \(jobs); choose 1 to 256.") }
    }

    func run() async throws {
        let names = try namesOfPictures(in: codesFolder)
        try makeFolder(outputFolder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, name) in names.enumerated() {
                if index >= jobs { try await group.next() }
                group.addTask { try photographFile(name) }
            }
            try await group.waitForAll()
        }
        report("\(names.count) photographs are in \(outputFolder).")
    }

    private func photographFile(_ name: String) throws(ToolError) {
        let path = "\(codesFolder)/\(name).png"
        let file = try readFile(path)
        var generator = SplitMix64(seed: seed ^ fingerprint(of: name))
        let shot: [UInt8]
        do {
            let code = try GrayPicture(png: file)
            let kind = preset.preset(using: &generator)
            shot = try jpeg(DoorScene(kind, using: &generator)) { scene throws(DoorPictureError) in
                kind == .noCode
                    ? try photograph([], scene: scene, using: &generator)
                    : try photograph(picture: code, scene: scene, using: &generator)
            }
        } catch {
            throw .badPicture(name: path, cause: error)
        }
        try writeFile(shot, to: "\(outputFolder)/\(name).jpg")
    }
}

/// Takes a picture and compresses it once, at the scene's quality.
func jpeg(
    _ scene: DoorScene, _ take: (DoorScene) throws(DoorPictureError) -> GrayPicture
) throws(DoorPictureError) -> [UInt8] {
    var uncompressed = scene
    uncompressed.jpegQuality = nil
    return try take(uncompressed).jpeg(quality: scene.jpegQuality ?? 95)
}

/// Returns the 64-bit FNV-1a hash, which unlike `Hasher` is the same in every run.
private func fingerprint(of name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
}
