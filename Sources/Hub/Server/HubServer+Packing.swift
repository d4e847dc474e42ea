// Compressed request and response bodies (RFC 8878).

import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Sync
import TicketSigning

extension HubServer {
    /// Returns a request with its body decompressed.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - length: The maximum length of the body, compressed or not, in bytes.
    /// - Returns: The request with a plain body.
    /// - Throws: `ProblemResponse` for another encoding, and for a body that does not declare a small enough size
    ///   before decompression.
    func unpacked(_ request: Request, atMost length: Int) async throws -> Request {
        guard let coding = request.headers[.contentEncoding] else { return request }
        guard coding == ZstdFrame.coding else {
            var refusal = ProblemResponse(
                .unsupportedMediaType, "Send the body uncompressed or with Content-Encoding `\(ZstdFrame.coding)`.")
            refusal.headers[.acceptEncoding] = ZstdFrame.coding
            throw refusal
        }
        let body = try await request.body.collect(upTo: length)
        guard let plain = ZstdFrame.open(Array(body.readableBytesView), atMost: length) else {
            throw ProblemResponse(
                .badRequest, "The body must be one zstd frame that declares its size, at most \(length >> 10) KiB.")
        }
        var request = request
        request.body = RequestBody(buffer: ByteBuffer(bytes: plain))
        return request
    }

    /// Returns a JSON response, compressed if that is worthwhile and the client accepts it.
    func json(_ plain: [UInt8], packedFor request: Request) -> Response {
        let packed = plain.count >= ZstdFrame.minimumByteCount && request.takesZstd ? ZstdFrame.pack(plain) : nil
        var headers: HTTPFields = [.contentType: "application/json"]
        if packed != nil { headers[.contentEncoding] = ZstdFrame.coding }
        if let name = AnswerSigner.bodyHash { headers[name] = RecordBytes(SHA256.hash(plain)).base64url }
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: packed ?? plain)))
    }
}

extension Request {
    /// Whether the response may be compressed. Quality values are ignored: a client that names the encoding can
    /// decode it.
    var takesZstd: Bool {
        let codings = headers[.acceptEncoding]?.split(separator: ",") ?? []
        return codings.contains { $0.split(separator: ";")[0].filter { $0 != " " } == ZstdFrame.coding }
    }
}
