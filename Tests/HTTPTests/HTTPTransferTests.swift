// The client, against servers that are not polite.

import BlockingCalls
import TestSupport
import Testing

@testable import HTTPClient

@Suite(.timeLimit(.minutes(30))) struct HTTPTransferTests {
    /// A thread of its own, because the calls block.
    actor Caller {
        private let queue = BlockingQueue(label: "caller")
        nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

        func send(
            _ request: TransferRequest,
            within limit: Duration = .seconds(60),
            isCancelled: () -> Bool = { false }
        ) -> Result<TransferResponse, TransferError> {
            do throws(TransferError) {
                return .success(try HTTPTransfer().send(request, by: .now + limit, isCancelled: isCancelled))
            } catch {
                return .failure(error)
            }
        }
    }

    /// A request with the length that the receiver expects of every request.
    private func request(to receiver: Receiver, bodyLimit: Int = 0, header: String = "x") -> TransferRequest {
        TransferRequest("POST", receiver.url, headers: [("X-Test", header)], body: [1], bodyLimit: bodyLimit)
    }

    private func kind(_ result: Result<TransferResponse, TransferError>) -> TransferError.Kind? {
        if case .failure(let error) = result { error.kind } else { nil }
    }

    @Test(
        "A value that would begin another header is not sent", arguments: ["a\r\nX-Other: b", "a\nb", "a\0b", "a\rb"])
    func headers(value: String) async throws {
        let receiver = try Receiver { _, _ in .status(200) }
        let result = await Caller().send(request(to: receiver, header: value))
        #expect(kind(result) == .other)
        #expect(receiver.requests.isEmpty)
    }

    @Test("A redirect is an answer, and no other server is asked", arguments: [301, 302, 307, 308])
    func redirect(status: Int) async throws {
        let other = try Receiver { _, _ in .status(200) }
        let receiver = try Receiver { _, _ in
            .bytes(Array("HTTP/1.1 \(status) X\r\nlocation: \(other.url)\r\ncontent-length: 0\r\n\r\n".utf8))
        }
        let response = try await Caller().send(request(to: receiver)).get()
        #expect(response.status == status && response.headers["location"] == other.url)
        #expect(other.requests.isEmpty)
    }

    @Test("A body up to the limit is taken, a longer one is an error, and one that no one wants is discarded")
    func bodies() async throws {
        let receiver = try Receiver { _, _ in
            .bytes(Array("HTTP/1.1 200 X\r\ncontent-length: 5\r\n\r\n12345".utf8))
        }
        #expect(try await Caller().send(request(to: receiver, bodyLimit: 5)).get().body == Array("12345".utf8))
        #expect(kind(await Caller().send(request(to: receiver, bodyLimit: 4))) == .other)
        #expect(try await Caller().send(request(to: receiver)).get().body == [])
    }

    @Test("A small body that unpacks to more than the limit is an error")
    func bomb() async throws {
        let head = "HTTP/1.1 200 X\r\ncontent-encoding: gzip\r\ncontent-length: \(Self.zeros.count)\r\n\r\n"
        let receiver = try Receiver { _, _ in .bytes(Array(head.utf8) + Self.zeros) }
        #expect(kind(await Caller().send(request(to: receiver, bodyLimit: 19_999))) == .other)
        let body = try await Caller().send(request(to: receiver, bodyLimit: 20_000)).get().body
        #expect(body == [UInt8](repeating: 0, count: 20_000))
    }

    /// 20,000 zeros by gzip.
    private static let zeros: [UInt8] =
        [31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 237, 193, 49, 1, 0, 0, 0, 194, 160, 245, 79, 109, 13, 15, 160]
        + [UInt8](repeating: 0, count: 19) + [120, 48, 2, 83, 47, 151, 32, 78, 0, 0]

    @Test("What is not HTTP, or another protocol's address, is an error")
    func foreign() async throws {
        let receiver = try Receiver { _, _ in .bytes(Array("SSH-2.0-OpenSSH\r\n\r\n".utf8)) }
        #expect(kind(await Caller().send(request(to: receiver))) == .other)
        for url in ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "127.0.0.1:x", ""] {
            #expect(kind(await Caller().send(TransferRequest("GET", url))) == .other, "\(url)")
        }
    }

    @Test("A port at which nothing listens, a server that is silent and a caller that gives up are told apart")
    func kinds() async throws {
        let free = try Receiver.freePort()
        let nothing = TransferRequest("GET", "http://127.0.0.1:\(free)/")
        #expect(kind(await Caller().send(nothing)) == .connectionRefused)
        let silent = try Receiver { _, _ in .silence }
        #expect(kind(await Caller().send(request(to: silent), within: .milliseconds(100))) == .timedOut)
        #expect(kind(await Caller().send(request(to: silent), within: .zero)) == .timedOut)
        #expect(kind(await Caller().send(request(to: silent), isCancelled: { !silent.requests.isEmpty })) == .cancelled)
    }

    @Test("Of a URL only the host is named")
    func hosts() {
        #expect(TransferRequest.host(of: "https://user:secret@hub.example:8/path?token=secret") == "hub.example")
        #expect(TransferRequest.host(of: "no address") == nil)
    }
}
