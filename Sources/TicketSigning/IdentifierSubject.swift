// What an identifier can name, so that a user's is never taken for a ticket's.

/// The kinds of things that have an ``Identifier``; never made, only named as its type parameter.
public enum IdentifierSubject {
    /// An event that people enter with tickets.
    public enum Event {}
    /// The person a ticket was issued to.
    public enum User {}
    /// One ticket; a reissued ticket is another one.
    public enum Ticket {}
    /// One scanner box.
    public enum Box {}
}

/// Names an event.
public typealias EventID = Identifier<IdentifierSubject.Event>
/// Names the person a ticket was issued to.
public typealias UserID = Identifier<IdentifierSubject.User>
/// Names one ticket; what the ledger admits once.
public typealias TicketID = Identifier<IdentifierSubject.Ticket>
/// Names one scanner box.
public typealias BoxID = Identifier<IdentifierSubject.Box>
