// Looking for what operators must be told.

package import Alerts
import HubProtocol
import Ledger
package import Logging
import ServiceLifecycle
import TicketSigning

/// Reads the state of the database, boxes and events again and again, for an ``AlertBook``.
package actor HubAlerts: Service {
    private let service: HubService
    private let organiser: OrganiserDashboard
    private let book: AlertBook
    private let logger: Logger
    /// Since when boxes could be heard, in milliseconds since 1970-01-01 00:00:00 UTC: the hub was down before, or its
    /// database.
    private var listening: Int64
    private var hasFailed = false

    /// How often the database is looked at, which asks nothing of it.
    private static let databaseInterval: Duration = .milliseconds(500)

    /// How often boxes and events are read.
    private static let interval: Duration = .seconds(5)

    /// - Parameters:
    ///   - service: The hub.
    ///   - organiser: The hub's own ledger, which knows the events.
    ///   - book: The alerts.
    ///   - logger: Logs errors.
    package init(_ service: HubService, organiser: OrganiserDashboard, book: AlertBook, logger: Logger) {
        (self.service, self.organiser, self.book, self.logger) = (service, organiser, book, logger)
        listening = service.now()
    }

    /// Looks until the shutdown.
    package func run() async {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { tasks in
                // A database that is down may hold up the other for minutes.
                tasks.addTask { await Self.repeating(every: Self.databaseInterval) { await self.checkDatabase() } }
                tasks.addTask { await Self.repeating(every: Self.interval) { await self.checkBoxesAndEvents() } }
            }
        }
    }

    private static func repeating(every interval: Duration, _ body: @Sendable () async -> Void) async {
        while !Task.isCancelled {
            await body()
            try? await Task.sleep(for: interval)
        }
    }

    /// Looks whether the database answers.
    func checkDatabase() async {
        let (now, moment) = (service.now(), service.elapsed())
        let isAnswering = service.watch.isAnswering(at: moment)
        if !isAnswering { listening = now }
        let state: AlertReading.State =
            isAnswering
            ? .well("The hub's database answers again.")
            : .wrong("The hub's database does not answer; gates decide alone meanwhile.")
        let reading = AlertReading(.databaseDown, of: "database", named: "database", state)
        await book.observe([reading], of: [.databaseDown], at: now, moment)
    }

    /// Reads boxes and events, while the database answers.
    func checkBoxesAndEvents() async {
        let figures = await organiser.eventFigures
        guard service.watch.isAnswering(at: service.elapsed()), let own = await organiser.box, let figures else {
            return
        }
        do {
            try await service.tell(book, of: figures.map(\.event), listening: listening, own: own)
            await book.observe(figures, at: service.now(), service.elapsed())
            hasFailed = false
        } catch {
            // A database that does not answer is told by itself.
            if !hasFailed, !Task.isCancelled { logger.error("alerts not checked", metadata: ["error": "\(error)"]) }
            hasFailed = true
        }
    }
}
