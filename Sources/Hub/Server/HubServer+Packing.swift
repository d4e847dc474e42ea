// Bodies that are compressed on their way (RFC 8878).

import HTTPTypes
import Hummingbird
import NIOCore
import Sync

extension HubServer {
    /// A request with its body as it was before the sender compressed it.
    ///
    /// - Throws: `ProblemResponse` for another coding, and for what does not say that it is short enough before it is opened.
    func unpacked(_ request: Request, _ context: BoxContext) async throws -> Request {
        guard let coding = request.headers[.contentEncoding] else { return request }
        guard coding == ZstdFrame.coding else {
            var refusal = ProblemResponse(
                .unsupportedMediaType, "A body is sent as it is, or as `\(ZstdFrame.coding)`.")
            refusal.headers[.acceptEncoding] = ZstdFrame.coding
            throw refusal
        }
        let body = try await request.body.collect(upTo: context.maxUploadSize)
        guard let plain = ZstdFrame.open(Array(body.readableBytesView), atMost: context.maxUploadSize) else {
            throw ProblemResponse(.badRequest, "The body is not one zstd frame that says its length, of 4 MiB at most.")
        }
        var request = request
        request.body = RequestBody(buffer: ByteBuffer(bytes: plain))
        return request
    }

    /// JSON that is worth compressing for whoever takes it so.
    func json(_ plain: [UInt8], packedFor request: Request) -> Response {
        let packed = plain.count >= ZstdFrame.worthwhile && request.takesZstd ? ZstdFrame.pack(plain) : nil
        var headers: HTTPFields = [.contentType: "application/json"]
        if packed != nil { headers[.contentEncoding] = ZstdFrame.coding }
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: packed ?? plain)))
    }
}

extension Request {
    /// Whether an answer may be compressed. Weights are not read: whoever names the coding can open it.
    var takesZstd: Bool {
        let codings = headers[.acceptEncoding]?.split(separator: ",") ?? []
        return codings.contains { $0.split(separator: ";")[0].filter { $0 != " " } == ZstdFrame.coding }
    }
}
