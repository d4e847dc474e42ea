// The value of `--preset`.

import ArgumentParser
import DoorPictures

/// One kind of scene, or a different one for each picture.
enum PresetChoice: ExpressibleByArgument {
    case mixed
    case one(DoorScene.Preset)

    init?(argument: String) {
        if argument == "mixed" {
            self = .mixed
        } else if let preset = DoorScene.Preset(rawValue: argument) {
            self = .one(preset)
        } else {
            return nil
        }
    }

    static var allValueStrings: [String] { ["mixed"] + DoorScene.Preset.allCases.map(\.rawValue) }

    /// Returns the kind itself, or any that shows a code.
    func preset(using generator: inout SplitMix64) -> DoorScene.Preset {
        switch self {
        case .one(let preset): preset
        case .mixed:
            DoorScene.Preset.allCases.filter { $0 != .noCode }.randomElement(using: &generator) ?? .phone
        }
    }
}
