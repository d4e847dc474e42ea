// What can happen to the boxes and the hub of a simulation, and how often it does.

import TestSupport

/// Something that happens, counted so that a change of the simulation cannot quietly make its histories plainer.
enum Happening: String, CaseIterable, Sendable {
    case scan, rush, sync, share, change, reissue, undo, edit, issue, newKey, stick, stickArrives, lateMessage, crash
    case clockJump, cutOff, backup, restore, clone, hubTrouble, list, attack, hostileHub
    /// What comes of others.
    case claim, powerCut, branch, hubStop, hubRestore, theft, cloneEnd

    /// Of a hundred steps.
    private var weight: Int {
        switch self {
        case .scan: 21
        case .sync: 10
        case .share: 14
        case .change: 7
        case .hubTrouble: 5
        case .edit, .stick, .stickArrives, .backup: 3
        case .restore: 4
        case .attack: 5
        case .rush, .reissue, .undo, .issue, .lateMessage, .crash, .clockJump, .cutOff, .list, .clone: 2
        case .newKey, .hostileHub: 1
        case .claim, .powerCut, .branch, .hubStop, .hubRestore, .theft, .cloneEnd: 0
        }
    }

    /// The next step.
    static func drawn(using random: inout SeededGenerator) -> Happening {
        var left = Int.random(in: 0..<100, using: &random)
        for happening in allCases {
            left -= happening.weight
            if left < 0 { return happening }
        }
        return .list
    }
}
