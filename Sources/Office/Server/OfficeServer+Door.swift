// The routes of the door on this machine.

import HTTPTypes
import Hummingbird
import NIOCore

extension OfficeServer {
    private struct Checks: Encodable {
        let checks: [CheckState]
    }

    private struct WantedTest: Decodable {
        let test: DeviceTestKind
        /// The camera to tune; absent for the configuration's.
        let camera: String?
    }

    func addDoor(to routes: OfficeRoutes) {
        routes.organiser.get("/door") { _, _ in try json(await desk.door()) }
        routes.organiser.post("/door/open") { request, context in
            try json(try await desk.openDoor(try await request.decode(as: DoorRequest.self, context: context)))
        }
        routes.organiser.post("/door/close") { _, _ in try json(await desk.closeDoor()) }
        routes.organiser.get("/door/picture.jpg") { _, _ in
            guard let picture = await desk.doorPicture() else { return Response(status: .noContent) }
            return Response(
                status: .ok, headers: [.contentType: "image/jpeg", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture)))
        }
        routes.organiser.post("/door/tests") { request, context in
            let wanted = try await request.decode(as: WantedTest.self, context: context)
            return try json(try await desk.begin(wanted.test, camera: wanted.camera))
        }
        routes.organiser.post("/door/tests/end") { _, _ in try json(await desk.endTest()) }
        routes.organiser.get("/events/:event/door/checks") { request, context in
            let camera = request.uri.queryParameters.get("camera")
            return try json(Checks(checks: try await desk.checks(of: Self.event(in: context), camera: camera)))
        }
    }
}
