// The health check for monitoring.

import HTTPSupport
import HTTPTypes
import Hummingbird

extension DisplayServer {
    func addHealth(to router: some RouterMethods<DisplayContext>) {
        router.get("/healthz") { _, _ in text("alive\n") }
        router.get("/readyz") { _, _ in
            let alerts = await board.alerts.map(\.rawValue)
            let open = await board.isOpen
            // With an untrusted clock the door keeps working; staff decide what depends on the time.
            let blocking = alerts.filter { $0 != Alert.clockNotTrusted.rawValue } + (open ? [] : ["not-open"])
            let lost = await board.lost.map { "lost \($0.kind.rawValue) \($0.name)" }
            let lines = (blocking.isEmpty ? ["ready"] : blocking) + lost
            return text(
                lines.joined(separator: "\n") + "\n", status: blocking.isEmpty ? .ok : .serviceUnavailable
            )
        }
        router.get("/metrics") { _, _ in
            let numbers = metrics.text(
                alerts: await board.alerts, list: await board.list, sharing: await board.sharing, now: now()
            )
            return text(numbers, type: MetricFamily.contentType)
        }
    }

    private func text(
        _ text: String,
        status: HTTPResponse.Status = .ok,
        type: String = "text/plain; charset=utf-8"
    ) -> Response {
        Response(
            status: status,
            headers: [.contentType: type],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }
}
