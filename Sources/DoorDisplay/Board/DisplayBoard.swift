// The content of the pages, and their subscriptions.

/// Keeps the door's state and the last scans, and sends every change to every page.
///
/// A slow or closed page delays no one: the newest 16 changes are buffered for it, and a page that misses any gets a
/// new `Snapshot` instead.
public actor DisplayBoard {
    private var state: DoorState
    private var scans: [ShownVerdict] = []
    private var queue = StaffQueue()
    private var recent: [BoardItem] = []
    private var number = 0
    private(set) var watchers: [Int: AsyncStream<BoardItem>.Continuation] = [:]
    private var watcherCount = 0
    private var isClosed = false

    /// Identifies this run, because another run numbers its changes differently.
    nonisolated let run = String(UInt64.random(in: 0 ... .max), radix: 36)

    /// The number of recent scans that staff can look through.
    static let scanCapacity = 100
    /// The number of recent changes that a page can catch up on one by one after a short absence.
    private static let recentCapacity = 64
    /// The maximum number of pages at one door, since each costs a connection; more are rejected.
    static let watcherLimit = 128
    /// The number of these that only this machine gets, so that phones never keep the box's own screen out.
    static let reservedWatchers = 16

    /// - Parameter state: The door's initial state.
    public init(_ state: DoorState) {
        self.state = state
    }

    /// Shows a verdict.
    ///
    /// - Parameters:
    ///   - verdict: The verdict in words.
    ///   - isRepeat: Whether it was posted before, for a guest who is still there; it is shown, but is not a new
    ///     scan.
    public func post(_ verdict: ShownVerdict, isRepeat: Bool = false) {
        var verdict = verdict
        verdict.number = number + 1
        if !isRepeat { scans = Array(([verdict] + scans).prefix(Self.scanCapacity)) }
        tell(.verdict(verdict, isRepeat: isRepeat))
        if !isRepeat { tell(queue.take(verdict)) }
    }

    /// Marks an entry or exit as undone on the pages.
    ///
    /// - Parameters:
    ///   - ticket: The ticket.
    ///   - moment: The time of the scan, in milliseconds since 1970-01-01 00:00:00 UTC. Nothing happens if no entry
    ///     or exit of that time is listed: it was at another box, or too long ago.
    public func undo(_ ticket: String, at moment: Int64) {
        let index = scans.firstIndex { $0.isMovement && $0.ticket == ticket && !$0.isUndone && $0.at == moment }
        guard let index else { return }
        scans[index].isUndone = true
        tell(.undone(number: scans[index].number))
    }

    /// The listed entries and exits that were not undone: at most 100, newest first.
    public var movements: [ShownVerdict] {
        scans.filter { $0.isMovement && !$0.isUndone }
    }

    /// Changes the state around the verdicts; pages are notified only if it differs.
    ///
    /// - Parameter change: Modifies the state.
    public func update(_ change: @Sendable (inout DoorState) -> Void) {
        var changed = state
        change(&changed)
        guard changed != state else { return }
        state = changed
        tell(.state(changed))
    }

    /// The guests who wait for staff: at most 100, the one who has waited longest first.
    public var waiting: [WaitingGuest] { queue.guests }

    /// Takes guests off the queue who were let in by another way, for instance at another gate.
    ///
    /// - Parameter tickets: The guests' tickets; others are ignored.
    public func settle(_ tickets: [String]) {
        for ticket in tickets { tell(queue.settle(ticket)) }
    }

    /// Takes guests off the queue who have waited for more than two hours.
    ///
    /// - Parameter now: The time, in milliseconds since 1970-01-01 00:00:00 UTC.
    public func expireWaiting(on now: Int64) {
        for change in queue.expire(on: now) { tell(change) }
    }

    /// Takes a guest off the queue.
    ///
    /// - Parameter guest: The ``WaitingGuest/number``.
    /// - Returns: The guest; `nil` if they no longer wait.
    func dismissGuest(_ guest: Int) -> WaitingGuest? {
        guard let (guest, change) = queue.remove(guest) else { return nil }
        tell(change)
        return guest
    }

    /// Shows the other pages that one of them has opened a guest's ticket, in place of any other that it had open.
    ///
    /// - Parameters:
    ///   - guest: The ``WaitingGuest/number``; `nil` if the page has only closed a ticket.
    ///   - handler: The person.
    ///   - page: The page.
    /// - Returns: Whether the guest still waits; `true` without a guest.
    func openGuest(_ guest: Int?, by handler: String, on page: String) -> Bool {
        for change in queue.close(on: page) where change.waits?.number != guest { tell(change) }
        guard let guest else { return true }
        guard let change = queue.open(guest, by: handler, on: page) else { return false }
        tell(change)
        return true
    }

    /// The current alerts, most severe first.
    public var alerts: [Alert] {
        state.alerts.keys.sorted()
    }

    /// The devices that the door currently lacks.
    public var lost: [LostDevice] { state.lost }

    /// The list of tickets; `nil` until it was read.
    public var list: ListState? { state.list }

    /// The state of sharing with other boxes; `nil` if the box knows of none.
    public var sharing: SharingState? { state.sharing }

    /// Whether codes are being judged.
    public var isOpen: Bool { state.isOpen }

    /// Ends every page's stream once its pending changes are sent.
    public func close() {
        isClosed = true
        for watcher in watchers.values { watcher.finish() }
        watchers = [:]
    }

    /// Sends a pulse to every page.
    func pulse() {
        let item = BoardItem(number: number, content: .pulse)
        for watcher in watchers.values { watcher.yield(item) }
    }

    var snapshot: Snapshot {
        Snapshot(
            number: number, state: state, scans: scans, waiting: queue.guests, unlisted: queue.unlistedCount)
    }

    /// Starts sending changes to a page.
    ///
    /// - Parameters:
    ///   - last: The number of the last change that the page has; `nil` for a page that has none.
    ///   - isThisMachine: Whether the page is open on this machine.
    /// - Returns: The subscription, to end with ``leave(_:)``; `nil` if there are too many pages.
    func join(after last: Int?, isThisMachine: Bool) -> Subscription? {
        guard hasRoom(isThisMachine: isThisMachine) else { return nil }
        let (stream, continuation) = AsyncStream.makeStream(of: BoardItem.self, bufferingPolicy: .bufferingNewest(16))
        watcherCount += 1
        if isClosed { continuation.finish() } else { watchers[watcherCount] = continuation }
        return Subscription(id: watcherCount, missed: missed(after: last), snapshot: snapshot, changes: stream)
    }

    /// Stops sending to a page.
    func leave(_ id: Int) {
        watchers.removeValue(forKey: id)?.finish()
    }

    /// Returns whether another page can be served.
    ///
    /// - Parameter isThisMachine: Whether the page is open on this machine.
    /// - Returns: `false` if every place is taken, or reserved for this machine.
    func hasRoom(isThisMachine: Bool) -> Bool {
        watchers.count < Self.watcherLimit - (isThisMachine ? 0 : Self.reservedWatchers)
    }

    /// Returns the changes after a number; `nil` if some of them are no longer kept.
    private func missed(after last: Int?) -> [BoardItem]? {
        guard let last, last <= number, last >= number - recent.count else { return nil }
        return recent.filter { $0.number > last }
    }

    private func tell(_ change: QueueChange?) {
        if let change { tell(.queue(change)) }
    }

    private func tell(_ content: BoardItem.Content) {
        number += 1
        let item = BoardItem(number: number, content: content)
        recent = (recent + [item]).suffix(Self.recentCapacity)
        for watcher in watchers.values { watcher.yield(item) }
    }
}
