// Metrics as Prometheus reads them.

/// The values of one metric.
///
/// - SeeAlso: prometheus.io/docs/instrumenting/exposition_formats
package struct MetricFamily: Sendable {
    /// What the values are.
    package enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    /// A value with its labels.
    package struct Sample: Sendable {
        fileprivate let labels: String
        fileprivate let value: String

        /// - Parameter value: The number.
        package init(_ value: some Numeric & Sendable) {
            (labels, self.value) = ("", "\(value)")
        }

        /// - Parameters:
        ///   - labels: Names and values, in their order; the values may be any text.
        ///   - value: The number.
        package init(_ labels: KeyValuePairs<String, String>, _ value: some Numeric & Sendable) {
            let pairs = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
            (self.labels, self.value) = ("{\(pairs)}", "\(value)")
        }

        private static func escaped(_ text: String) -> String {
            text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        }
    }

    /// The family in Prometheus' text format 0.0.4: lines, each terminated by a line feed.
    package let text: String

    /// The type of an answer with such text.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// - Parameters:
    ///   - name: The name, to which `doorcheck_` is put in front.
    ///   - kind: What the values are.
    ///   - help: One sentence for people.
    ///   - samples: The values; none leaves the head only.
    package init(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        self.init("doorcheck_\(name)", kind, help, lines: samples.map { "doorcheck_\(name)\($0.labels) \($0.value)" })
    }

    /// - Parameters:
    ///   - name: The name, to which `doorcheck_` is put in front.
    ///   - help: One sentence for people.
    ///   - histogram: The values.
    package init(_ name: String, _ help: String, _ histogram: Histogram) {
        let name = "doorcheck_\(name)"
        text = Self.head(name, .histogram, help) + Self.text(histogram.lines(name))
    }

    /// A metric that many programs have, with its usual name.
    ///
    /// - Parameters:
    ///   - name: The whole name, such as `process_open_fds`.
    ///   - kind: What the value is.
    ///   - help: One sentence for people.
    ///   - value: The number.
    package init(standard name: String, _ kind: Kind, _ help: String, _ value: Double) {
        self.init(name, kind, help, lines: ["\(name) \(value)"])
    }

    private init(_ name: String, _ kind: Kind, _ help: String, lines: [String]) {
        text = Self.head(name, kind, help) + Self.text(lines.sorted())
    }

    private static func head(_ name: String, _ kind: Kind, _ help: String) -> String {
        text(["# HELP \(name) \(help)", "# TYPE \(name) \(kind.rawValue)"])
    }

    private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
}
