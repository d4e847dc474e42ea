// A setting that is changed to a value or to none.

import ArgumentParser

/// The new value of a setting that an option changes: a value, or `none`.
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

    /// The new value; `nil` for none.
    var wanted: Value? {
        switch self {
        case .value(let value): value
        case .none: nil
        }
    }
}
