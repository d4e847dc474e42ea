// The health checks and metrics for monitoring.

import HTTPSupport
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

extension HubServer {
    func addHealth(to router: some RouterMethods<HubContext>) {
        router.get("/healthz") { _, _ in ["status": "alive"] }
        router.get("/readyz") { _, _ in
            // A load balancer sends boxes to another hub then.
            let isReady = service.watch.isAnswering(at: service.elapsed())
            return text(isReady ? "ready\n" : "database\n", status: isReady ? .ok : .serviceUnavailable)
        }
        router.get("/metrics") { _, context in
            guard let reader = context.address, metricsReaders.contains(where: { $0.contains(reader) }) else {
                throw ProblemResponse(
                    .forbidden, "Metrics are for the addresses in `hub.metrics` only, such as a monitoring server's.")
            }
            return text(await metrics.map(\.text).joined(), type: MetricFamily.contentType)
        }
    }

    /// All metrics; without those from the database while it does not answer.
    private var metrics: [MetricFamily] {
        get async {
            let isAnswering = service.watch.isAnswering(at: service.elapsed())
            var families =
                [
                    MetricFamily(
                        "hub_info", .gauge, "The program, and its database.",
                        [.init(["version": version, "database": service.store.database.dialect.name], 1)]),
                    MetricFamily(
                        "hub_database_up", .gauge, "Whether the database answers.", [.init(isAnswering ? 1 : 0)]),
                ] + service.metrics.families + ProcessMetrics.families(start: start)
            if isAnswering, let own = try? await service.databaseFamilies(own: await organiser?.box) { families += own }
            if let organiser { families += await organiser.metricFamilies }
            return families
        }
    }

    /// When the hub was started, in milliseconds since 1970-01-01 00:00:00 UTC.
    private var start: Int64 { service.now() - Int64((service.elapsed() - service.started) / .milliseconds(1)) }

    private func text(
        _ text: String, status: HTTPResponse.Status = .ok, type: String = "text/plain; charset=utf-8"
    ) -> Response {
        Response(
            status: status, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
