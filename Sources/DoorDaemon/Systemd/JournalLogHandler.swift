// The log as entries of systemd's journal.

import Logging

/// Sends each message to the journal with its metadata as fields: `ticket.id` becomes `DOORCHECK_TICKET_ID`.
///
/// Messages that the journal does not accept go to the fallback log.
struct JournalLogHandler: LogHandler {
    let journal: Journal
    var fallback: any LogHandler
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    /// - Parameters:
    ///   - journal: Receives the entries.
    ///   - fallback: Receives messages that the journal does not accept.
    init(journal: Journal, fallback: any LogHandler) {
        self.journal = journal
        self.fallback = fallback
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set {
            metadata[key] = newValue
            fallback[metadataKey: key] = newValue
        }
    }

    func log(event: LogEvent) {
        let facts = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let words = facts.map { " \($0.key)=\($0.value)" }.joined()
        var fields = [
            (name: "MESSAGE", value: "\(event.message)\(words)"),
            (name: "PRIORITY", value: "\(Self.priority(of: event.level))"),
            (name: "SYSLOG_IDENTIFIER", value: "doorcheck"),
        ]
        fields += facts.map { (name: Self.fieldName(of: $0.key), value: "\($0.value)") }
        if !journal.send(fields) { fallback.log(event: event) }
    }

    /// Returns the syslog severity (RFC 5424).
    private static func priority(of level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    /// Returns a valid field name: the journal accepts only upper-case letters, digits and underscores.
    static func fieldName(of key: String) -> String {
        let name = key.uppercased().map { ("A"..."Z").contains($0) || ("0"..."9").contains($0) ? $0 : "_" }
        return "DOORCHECK_" + String(name)
    }
}
