// All alerts of a hub, and who has been told of them.

import BlockingCalls
package import Logging

/// Follows what is wrong, and knows for each channel what it has to tell; remembers both in a file.
package actor AlertBook {
    private var memory: AlertMemory
    private var judge = AlertJudge()
    private let channels: [String]
    private let path: String?
    private let longest: Int
    private let logger: Logger
    /// How many messages each channel has lost since it last worked.
    private var lost: [String: Int] = [:]
    private var fileError: AlertFileError?
    /// The file is on a disk that may be slow.
    private let queue = BlockingQueue(label: "alerts")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// How long a number is said to have grown, in milliseconds; as long as for Prometheus.
    static let growthTime: Int64 = 600_000

    /// - Parameters:
    ///   - path: The file; `nil` for none.
    ///   - channels: The names of the channels.
    ///   - now: The wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    ///   - longest: How many alerts wait for a channel; beyond it the oldest are lost.
    ///   - logger: Logs what is lost, and errors of the file.
    package init(path: String?, channels: [String], now: Int64, longest: Int = 1000, logger: Logger) {
        (self.path, self.channels, self.longest, self.logger) = (path, channels, longest, logger)
        do throws(AlertFileError) {
            let kept = try path.flatMap { path throws(AlertFileError) in try AlertMemory.read(path) }
            memory = kept ?? AlertMemory(since: now)
        } catch {
            logger.error("alerts forgotten", metadata: ["error": "\(error)"])
            memory = AlertMemory(since: now)
        }
    }

    /// When the first run began, in milliseconds since 1970-01-01 00:00:00 UTC.
    package var since: Int64 { memory.since }

    /// The alerts that have not ended.
    package var open: [Alert] { memory.entries.map(\.alert).filter { $0.ended == nil } }

    /// Follows what is known of all things of some kinds.
    ///
    /// - Parameters:
    ///   - readings: What is known; an alert about anything else of these kinds ends.
    ///   - kinds: The kinds.
    ///   - now: The wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    ///   - moment: The monotonic clock.
    package func observe(
        _ readings: [AlertReading], of kinds: [AlertKind], at now: Int64, _ moment: ContinuousClock.Instant
    ) {
        var hasChanged = false
        let all = readings + missing(from: readings, of: kinds)
        for kind in kinds { judge.keep(Set(all.lazy.filter { $0.kind == kind }.map(\.thing)), of: kind) }
        let open = Dictionary(
            memory.entries.indices.filter { memory.entries[$0].alert.ended == nil }.map { index in
                let alert = memory.entries[index].alert
                return (AlertJudge.Key(kind: alert.kind, thing: alert.thing), index)
            }, uniquingKeysWith: { first, _ in first })
        for reading in all {
            let index = open[AlertJudge.Key(kind: reading.kind, thing: reading.thing)]
            switch judge.judge(reading, isOpen: index != nil, at: moment) {
            case .begin(let sentence):
                memory.entries.append(.init(alert: Alert(reading, sentence, started: now)))
            case .goOn(let sentence):
                guard let index, memory.entries[index].alert.beginning != sentence else { continue }
                memory.entries[index].alert.restate(sentence)
            case .end(let sentence):
                if let index { memory.entries[index].alert.end(sentence, at: now) }
            case nil: continue
            }
            hasChanged = true
        }
        guard hasChanged else { return }
        loseOldest()
        tidy()
    }

    /// Returns which numbers have grown lately. Numbers of the first call are where counting begins.
    ///
    /// - Parameters:
    ///   - values: All numbers of a kind, by thing.
    ///   - kind: The kind.
    ///   - first: The number of a thing that was not there before.
    ///   - now: The wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Returns: The things whose numbers grew within ten minutes.
    package func grown(_ values: [String: Int], of kind: AlertKind, from first: Int, at now: Int64) -> Set<String> {
        let before = memory.counts[kind.rawValue]
        let counts = Dictionary(
            values.map { thing, value in
                var count = before?[thing] ?? AlertMemory.Count(value: before == nil ? value : first)
                if value > count.value { count.grown = now }
                count.value = value
                return (thing, count)
            }, uniquingKeysWith: { first, _ in first })
        memory.counts[kind.rawValue] = counts
        if before?.mapValues(\.value) != counts.mapValues(\.value) { save() }
        return Set(counts.filter { $0.value.grown.map { now - $0 < Self.growthTime } ?? false }.keys)
    }

    private func missing(from readings: [AlertReading], of kinds: [AlertKind]) -> [AlertReading] {
        let known = Set(readings.map { AlertJudge.Key(kind: $0.kind, thing: $0.thing) })
        return open.filter { alert in
            kinds.contains(alert.kind) && !known.contains(AlertJudge.Key(kind: alert.kind, thing: alert.thing))
        }.map { alert in
            let sentence = "Nothing more is heard of \(alert.subject)."
            return AlertReading(alert.kind, of: alert.thing, named: alert.subject, .well(sentence))
        }
    }
}

extension AlertBook {
    /// Returns what a channel tells next: everything of one kind that has begun, or that has ended.
    ///
    /// - Parameters:
    ///   - channel: The channel's name.
    ///   - now: The wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Returns: The alerts, in the order in which they began; empty if there is nothing, or more may follow at once.
    package func next(for channel: String, at now: Int64) -> [Alert] {
        let waiting = memory.entries.filter { $0.waits(for: channel) }.map(\.alert)
        // A clock that was set back does not hold a message up.
        let isDue = { (alert: Alert) in abs(now - (alert.ended ?? alert.started)) >= alert.kind.groupingTime }
        guard let first = waiting.first(where: isDue) else { return [] }
        return waiting.filter { $0.kind == first.kind && ($0.ended == nil) == (first.ended == nil) }
    }

    /// Notes what a channel has told.
    ///
    /// - Parameters:
    ///   - alerts: What ``next(for:at:)`` returned.
    ///   - channel: The channel's name.
    /// - Returns: How many others the channel has lost before.
    package func told(_ alerts: [Alert], by channel: String) -> Int {
        let told = Set(alerts)
        // What has ended or grown meanwhile is another alert; its end is still to be told.
        for index in memory.entries.indices where memory.entries[index].waits(for: channel) {
            var asTold = memory.entries[index]
            if told.contains(asTold.alert) {
                asTold.tell(channel)
            } else if told.contains(where: { $0.began(with: asTold.alert) }) {
                asTold.told[channel] = .beginning
            }
            memory.entries[index] = asTold
        }
        tidy()
        defer { lost[channel] = nil }
        return lost[channel] ?? 0
    }

    /// Lets channels lose their oldest alerts when there are too many.
    private func loseOldest() {
        for channel in channels {
            let waiting = memory.entries.indices.filter { memory.entries[$0].waits(for: channel) }
            guard waiting.count > longest else { continue }
            for index in waiting.prefix(waiting.count - longest) { memory.entries[index].tell(channel) }
            if lost[channel] == nil { logger.error("alerts lost", metadata: ["channel": "\(channel)"]) }
            lost[channel, default: 0] += waiting.count - longest
        }
    }

    /// Forgets what everybody knows, and writes the file.
    private func tidy() {
        memory.entries.removeAll { entry in
            entry.alert.ended != nil && channels.allSatisfy { entry.told[$0] == .end }
        }
        save()
    }

    private func save() {
        guard let path else { return }
        do throws(AlertFileError) {
            try memory.write(to: path)
            fileError = nil
        } catch {
            if fileError != error { logger.error("alerts not stored", metadata: ["error": "\(error)"]) }
            fileError = error
        }
    }
}

extension Alert {
    /// Whether it is the same alert, at whatever time.
    fileprivate func began(with other: Alert) -> Bool {
        (kind, thing, started) == (other.kind, other.thing, other.started)
    }
}
