// The guests who wait for staff.

/// The guests whom verdicts have sent to staff, the one who has waited longest first.
///
/// A guest keeps their place when they show their ticket again, and leaves when a later verdict no longer asks staff.
/// When the queue is full, further guests are only counted: those who wait keep their places, and the others enter the
/// queue when they show their ticket again after it has room.
struct StaffQueue: Sendable {
    /// The number of guests that it lists.
    static let capacity = 100
    /// The number of guests beyond these that are counted.
    static let countedCapacity = 1000
    /// How long a guest is listed, in milliseconds: nobody waits at a door for two hours.
    static let longestWait: Int64 = 2 * 3_600_000

    /// The guests, the one who has waited longest first.
    private(set) var guests: [WaitingGuest] = []
    /// The tickets of guests who were sent to staff while it was full.
    private var unlisted: Set<String> = []

    /// The number of guests who were sent to staff while it was full; at most ``countedCapacity``.
    var unlistedCount: Int { unlisted.count }

    /// Takes a new verdict.
    ///
    /// - Parameter verdict: The verdict, with its number.
    /// - Returns: What changes; `nil` if nothing does.
    mutating func take(_ verdict: ShownVerdict) -> QueueChange? {
        guard let ticket = verdict.ticket else { return nil }
        let place = guests.firstIndex { $0.verdict.ticket == ticket }
        guard verdict.style == .ask else { return settle(ticket) }
        if let place {
            guests[place].verdict = verdict
            return change(waits: guests[place])
        }
        guard guests.count < Self.capacity else {
            guard unlisted.count < Self.countedCapacity, unlisted.insert(ticket).inserted else { return nil }
            return change()
        }
        unlisted.remove(ticket)
        let guest = WaitingGuest(number: verdict.number, verdict: verdict, since: verdict.at)
        guests.append(guest)
        return change(waits: guest)
    }

    /// Removes the guest with a ticket, who no longer needs staff.
    ///
    /// - Parameter ticket: The ticket's identifier.
    /// - Returns: What changes; `nil` if nothing does.
    mutating func settle(_ ticket: String) -> QueueChange? {
        let wasUnlisted = unlisted.remove(ticket) != nil
        guard let place = guests.firstIndex(where: { $0.verdict.ticket == ticket }) else {
            return wasUnlisted ? change() : nil
        }
        let left = guests.remove(at: place).number
        forgetUnlisted()
        return change(left: left)
    }

    /// Removes a guest.
    ///
    /// - Parameter number: The ``WaitingGuest/number``.
    /// - Returns: The guest and what changes; `nil` if they no longer wait.
    mutating func remove(_ number: Int) -> (guest: WaitingGuest, change: QueueChange)? {
        guard let place = guests.firstIndex(where: { $0.number == number }) else { return nil }
        let guest = guests.remove(at: place)
        forgetUnlisted()
        return (guest, change(left: number))
    }

    /// Removes the guests who have waited for longer than anybody does.
    ///
    /// - Parameter now: The time, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Returns: What changes.
    mutating func expire(on now: Int64) -> [QueueChange] {
        let gone = guests.filter { now - $0.since > Self.longestWait }.map(\.number)
        return gone.compactMap { remove($0)?.change }
    }

    /// Notes who has opened a guest's ticket.
    ///
    /// - Parameters:
    ///   - number: The ``WaitingGuest/number``.
    ///   - handler: The person.
    ///   - page: Their page.
    /// - Returns: What changes; `nil` if the guest no longer waits.
    mutating func open(_ number: Int, by handler: String, on page: String) -> QueueChange? {
        guard let place = guests.firstIndex(where: { $0.number == number }) else { return nil }
        (guests[place].handler, guests[place].page) = (handler, page)
        return change(waits: guests[place])
    }

    /// Notes that a page has closed whatever ticket it had open.
    ///
    /// - Parameter page: The page.
    /// - Returns: What changes.
    mutating func close(on page: String) -> [QueueChange] {
        guests.indices.filter { guests[$0].page == page }.map { place in
            (guests[place].handler, guests[place].page) = (nil, nil)
            return change(waits: guests[place])
        }
    }

    /// Who was not listed and has not come back by the time nobody waits any more has been helped, or has left.
    private mutating func forgetUnlisted() {
        if guests.isEmpty { unlisted = [] }
    }

    private func change(waits: WaitingGuest? = nil, left: Int? = nil) -> QueueChange {
        QueueChange(waits: waits, left: left, unlisted: unlisted.count)
    }
}
