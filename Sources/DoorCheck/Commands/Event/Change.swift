// A setting that is given a value, or none.

import ArgumentParser

/// What an option changes a setting to: a value, or `none`.
enum Change<Value: ExpressibleByArgument & Sendable>: ExpressibleByArgument, Sendable {
    case value(Value)
    case none

    init?(argument: String) {
        if argument == "none" {
            self = .none
        } else if let value = Value(argument: argument) {
            self = .value(value)
        } else {
            return nil
        }
    }

    /// The value; `nil` for none.
    var wanted: Value? {
        switch self {
        case .value(let value): value
        case .none: nil
        }
    }
}
