// A setting that is changed to a value or to none.

import ArgumentParser

/// The new value of a setting that an option changes: a value, or `none`.
enum Change<Value: Sendable>: Sendable {
    case value(Value)
    case none

    /// The new value; `nil` for none.
    var wanted: Value? {
        switch self {
        case .value(let value): value
        case .none: nil
        }
    }
}

extension Change: ExpressibleByArgument where Value: ExpressibleByArgument {
    init?(argument: String) {
        if argument == "none" {
            self = .none
        } else if let value = Value(argument: argument) {
            self = .value(value)
        } else {
            return nil
        }
    }
}
