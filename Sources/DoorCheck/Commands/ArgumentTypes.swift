// Our own types as arguments on the command line.

public import ArgumentParser
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

extension GateName: ExpressibleByArgument {}

extension Reentry: ExpressibleByArgument {}

extension GateDirection: ExpressibleByArgument {}

extension FullPolicy: ExpressibleByArgument {}

extension UnlistedPolicy: ExpressibleByArgument {}

extension DateOrder: ExpressibleByArgument {}

extension Medium: ExpressibleByArgument {}

extension Identifier: ExpressibleByArgument {}
