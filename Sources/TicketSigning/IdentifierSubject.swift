// The types of identified things, so that a user's identifier is never mistaken for a ticket's.

/// The kinds of things that have an ``Identifier``; never instantiated, used only as its type parameter.
public enum IdentifierSubject {
    /// An event that people enter with tickets.
    public enum Event {}
    /// The person a ticket was issued to.
    public enum User {}
    /// A ticket; a reissued ticket is a different one.
    public enum Ticket {}
    /// A scanner box.
    public enum Box {}
}

/// Identifies an event.
public typealias EventID = Identifier<IdentifierSubject.Event>
/// Identifies the person a ticket was issued to.
public typealias UserID = Identifier<IdentifierSubject.User>
/// Identifies a ticket, which the ledger admits once.
public typealias TicketID = Identifier<IdentifierSubject.Ticket>
/// Identifies a scanner box.
public typealias BoxID = Identifier<IdentifierSubject.Box>
