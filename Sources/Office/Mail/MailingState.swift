// What the page shows of the mails of an event.

import Ledger
import Organising
import TicketSigning

/// The mails of an event: what is to be sent, what was sent, and what has not certainly arrived.
struct MailingState: Encodable {
    /// The mails that are to be sent; a guest with several tickets gets one.
    let mails: Int
    /// The tickets in them; 0 while mails are sent.
    let tickets: Int
    let sent: Int
    let unaddressed: Int
    let refused: Undelivered
    let unknown: Undelivered
    /// The sending of this office; absent if there was none.
    let sending: Sending?
    /// Whether the office knows the mail server, so that the sending can go on at a tap.
    let canGoOn: Bool

    struct Undelivered: Encodable {
        let count: Int
        /// The first ones.
        let tickets: [Entry]
    }

    struct Entry: Encodable {
        let id: String
        let name: String?
        let address: String?
        let at: Int64?
        /// The mail server's reply, of RFC 5321.
        let reply: Int?
    }

    struct Sending: Encodable {
        let total: Int
        let sent: Int
        let failed: Int
        /// `running`, `paused`, `finished` or `stopped`.
        let state: String
        /// Why it stopped.
        let said: String?
    }
}

/// What the page sends to begin.
struct MailForm: Decodable {
    let server: String
    let user: String?
    /// A secret, which is kept in memory alone.
    let password: String?
    let from: String
    let text: String?
}

/// What the page sends to get the mails as files.
struct MailFilesForm: Decodable {
    let from: String
    let text: String?
}

/// Mails that can be fetched once.
struct PreparedMails: Encodable {
    let file: String
    let mails: Int
}

extension MailingState {
    private static let mostShown = 100

    init(_ queue: MailQueue, _ progress: MailProgress?, canGoOn: Bool) {
        self.init(
            mails: queue.letters.count, tickets: queue.letters.reduce(0) { $0 + $1.tickets.count }, sent: queue.sent,
            unaddressed: queue.unaddressed, refused: Self.shown(queue.refused), unknown: Self.shown(queue.unknown),
            sending: progress.map(Sending.init), canGoOn: canGoOn)
    }

    /// - Parameter progress: Of a sending that is going on: nothing else is known meanwhile.
    init(running progress: MailProgress) {
        let none = Undelivered(count: 0, tickets: [])
        self.init(
            mails: progress.total - progress.sent - progress.failed, tickets: 0, sent: 0, unaddressed: 0, refused: none,
            unknown: none, sending: Sending(progress), canGoOn: true)
    }

    private static func shown(_ tickets: [MailQueue.Undelivered]) -> Undelivered {
        Undelivered(count: tickets.count, tickets: tickets.prefix(mostShown).map(Entry.init))
    }
}

extension MailingState.Entry {
    fileprivate init(_ undelivered: MailQueue.Undelivered) {
        let ticket = undelivered.ticket
        let (at, reply): (Timestamp?, Int?) =
            switch undelivered.state {
            case .refused(let time, let reply): (time, reply)
            case .sent(let time), .unknown(let time): (time, nil)
            }
        self.init(
            id: ticket.ticket.id.description, name: ticket.holder, address: ticket.reference, at: at?.milliseconds,
            reply: reply)
    }
}

extension MailingState.Sending {
    fileprivate init(_ progress: MailProgress) {
        let (state, said): (String, String?) =
            switch progress.state {
            case .running: ("running", nil)
            case .paused: ("paused", nil)
            case .finished: ("finished", nil)
            case .stopped(let sentence): ("stopped", sentence)
            }
        self.init(total: progress.total, sent: progress.sent, failed: progress.failed, state: state, said: said)
    }
}
