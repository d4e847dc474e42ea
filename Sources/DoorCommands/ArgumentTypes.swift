// Command-line argument parsing of our own types.

public import Accounts
public import ArgumentParser
import DoorTexts
public import Ledger
public import TicketLists
public import TicketPrinting
public import TicketSigning

extension Timestamp: ExpressibleByArgument {
    public init?(argument: String) {
        if let moment = Timestamp(rfc3339: argument) ?? Timestamp(localTime: argument) {
            self = moment
        } else {
            return nil
        }
    }
}

extension Timestamp {
    /// Parses a timestamp.
    ///
    /// - Parameter argument: The argument as typed.
    /// - Returns: The timestamp.
    /// - Throws: `ValidationError` that states the expected form.
    static func parsed(_ argument: String) throws -> Timestamp {
        if let moment = Timestamp(argument: argument) { return moment }
        throw ValidationError(expectation)
    }

    fileprivate static let expectation =
        "expected a moment such as '2026-07-04 18:00' by this machine's clock, or 2026-07-04T18:00:00Z."
}

extension Change<Timestamp> {
    /// Parses a timestamp or `none`.
    ///
    /// - Parameter argument: The argument as typed.
    /// - Returns: The change.
    /// - Throws: `ValidationError` that states the expected form.
    static func parsed(_ argument: String) throws -> Change {
        if let change = Change(argument: argument) { return change }
        throw ValidationError(Timestamp.expectation)
    }
}

extension TicketColour: ExpressibleByArgument {}

extension Change<TicketColour> {
    /// Parses a colour or `none`.
    ///
    /// - Parameter argument: The argument as typed.
    /// - Returns: The change.
    /// - Throws: `ValidationError` that states the expected form.
    static func parsed(_ argument: String) throws -> Change {
        if let change = Change(argument: argument) { return change }
        throw ValidationError("expected a colour as six digits from 0 to f, such as 7b1fa2, or none.")
    }
}

extension PlaceName {
    /// Parses the name of a gate or zone.
    ///
    /// - Parameter argument: The argument as typed.
    /// - Returns: The name.
    /// - Throws: `ValidationError` that states the expected form.
    static func parsed(_ argument: String) throws -> PlaceName {
        if let name = PlaceName(argument: argument) { return name }
        throw ValidationError("expected 1 to 32 letters from A to Z, digits or hyphens, such as north-1.")
    }
}

extension Identifier {
    /// Parses an identifier.
    ///
    /// - Parameter argument: The argument as typed.
    /// - Returns: The identifier.
    /// - Throws: `ValidationError` that states the expected form.
    static func parsed(_ argument: String) throws -> Identifier {
        if let identifier = Identifier(argument: argument) { return identifier }
        throw ValidationError(
            "expected an identifier such as 6ba7b810-9dad-41d1-80b4-00c04fd430c8, as `ticket find` shows it.")
    }
}

extension GateName: ExpressibleByArgument {}

extension Reentry: ExpressibleByArgument {}

extension GateDirection: ExpressibleByArgument {}

extension FullPolicy: ExpressibleByArgument {}

extension BoxRole: ExpressibleByArgument {}
extension AccountRole: ExpressibleByArgument {}
extension OldKeyPolicy: ExpressibleByArgument {}
extension ExitPolicy: ExpressibleByArgument {}

extension UnlistedPolicy: ExpressibleByArgument {}

extension SignatureSuite: ExpressibleByArgument {
    /// Reads the suite of an event's own key.
    public init?(argument: String) {
        guard let suite = UInt8(argument).flatMap(SignatureSuite.init), Self.ofEvents.contains(suite) else {
            return nil
        }
        self = suite
    }

    public static var allValueStrings: [String] { ofEvents.map { String($0.rawValue) } }
}

extension TicketStatus: ExpressibleByArgument {}

extension DateOrder: ExpressibleByArgument {}

extension Medium: ExpressibleByArgument {}

extension Identifier: ExpressibleByArgument {}
