// What the pages show, and who is looking.

/// Keeps the state of the door and the last scans, and hands every change to every page.
///
/// A page that is slow or gone holds up nobody: of what it has not taken, the newest 16 changes are kept, and a page
/// that misses any gets a fresh `Snapshot` instead.
public actor DisplayBoard {
    private var state: DoorState
    private var scans: [ShownVerdict] = []
    private var recent: [BoardItem] = []
    private var number = 0
    private var watchers: [Int: AsyncStream<BoardItem>.Continuation] = [:]
    private var watcherCount = 0
    private var isClosed = false

    /// Changes of another run have other numbers; this tells the runs apart.
    nonisolated let run = String(UInt64.random(in: 0 ... .max), radix: 36)

    /// The last scans that staff can look through.
    static let scanCapacity = 100
    /// Changes that a page which was away for a moment gets one by one.
    private static let recentCapacity = 64
    /// Pages at one door; more are turned away, since each costs a connection.
    static let watcherLimit = 128
    /// How many of them only this machine gets: the box's own screen is never kept out by phones.
    static let reservedWatchers = 16

    /// - Parameter state: How the door stands at the beginning.
    public init(_ state: DoorState) {
        self.state = state
    }

    /// Shows a verdict.
    ///
    /// - Parameters:
    ///   - verdict: In words.
    ///   - isRepeat: It was told before, for a guest who is still there; it is shown, but is no new scan.
    public func post(_ verdict: ShownVerdict, isRepeat: Bool = false) {
        var verdict = verdict
        verdict.number = number + 1
        if !isRepeat { scans = Array(([verdict] + scans).prefix(Self.scanCapacity)) }
        tell(.verdict(verdict, isRepeat: isRepeat))
    }

    /// Takes an entry or exit from the pages, which list it as undone from then on.
    ///
    /// - Parameters:
    ///   - ticket: Which ticket.
    ///   - moment: When it was scanned, in milliseconds since 1970-01-01 00:00:00 UTC. Nothing happens where no entry or
    ///     exit of that moment is listed: it was at another box, or too long ago.
    public func undo(_ ticket: String, at moment: Int64) {
        let index = scans.firstIndex { $0.isMovement && $0.ticket == ticket && !$0.isUndone && $0.at == moment }
        guard let index else { return }
        scans[index].isUndone = true
        tell(.undone(number: scans[index].number))
    }

    /// The entries and exits that are listed and were not undone: at most 100, the newest first.
    public var movements: [ShownVerdict] {
        scans.filter { $0.isMovement && !$0.isUndone }
    }

    /// Changes what stands around the verdicts; nobody is told where nothing changes.
    ///
    /// - Parameter change: Gets the state to change.
    public func update(_ change: @Sendable (inout DoorState) -> Void) {
        var changed = state
        change(&changed)
        guard changed != state else { return }
        state = changed
        tell(.state(changed))
    }

    /// What is wrong at the moment, the worst first.
    public var troubles: [Alert] {
        state.troubles.keys.sorted()
    }

    /// What the door goes on without.
    public var lost: [LostDevice] { state.lost }

    /// The list of tickets; `nil` until it was looked at.
    public var list: ListState? { state.list }

    /// How this box shares with others; `nil` where it knows of none.
    public var sharing: SharingState? { state.sharing }

    /// Whether codes are judged.
    public var isOpen: Bool { state.isOpen }

    /// Ends every page's stream, after what it has not taken yet.
    public func close() {
        isClosed = true
        for watcher in watchers.values { watcher.finish() }
        watchers = [:]
    }

    /// Tells every page that the door is there.
    func pulse() {
        let item = BoardItem(number: number, content: .pulse)
        for watcher in watchers.values { watcher.yield(item) }
    }

    var snapshot: Snapshot {
        Snapshot(number: number, state: state, scans: scans)
    }

    /// Begins to send changes to a page.
    ///
    /// - Parameters:
    ///   - last: The number of the last change that the page has; `nil` for a page that has none.
    ///   - isThisMachine: Whether the page is open on this machine.
    /// - Returns: `nil` where too many are watching. ``leave(_:)`` must follow.
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

    var watching: Int { watchers.count }

    /// Whether one more page may watch.
    ///
    /// - Parameter isThisMachine: Whether the page is open on this machine.
    /// - Returns: `false` where every place is taken, or left to this machine.
    func hasRoom(isThisMachine: Bool) -> Bool {
        watchers.count < Self.watcherLimit - (isThisMachine ? 0 : Self.reservedWatchers)
    }

    /// The changes after one, or `nil` where some are forgotten.
    private func missed(after last: Int?) -> [BoardItem]? {
        guard let last, last <= number, last >= number - recent.count else { return nil }
        return recent.filter { $0.number > last }
    }

    private func tell(_ content: BoardItem.Content) {
        number += 1
        let item = BoardItem(number: number, content: content)
        recent = (recent + [item]).suffix(Self.recentCapacity)
        for watcher in watchers.values { watcher.yield(item) }
    }
}
