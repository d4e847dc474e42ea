// What the camera of the open door sees.

import BlockingCalls
import HTTPClient
import HTTPSupport

/// Asks the open door for its camera's picture, on a thread of its own: the request blocks.
actor DoorPicture {
    private let queue = BlockingQueue(label: "door's picture")
    private let transfer = HTTPTransfer()
    private static let longest: Duration = .seconds(2)
    private static let mostBytes = 4 << 20

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Returns the newest picture.
    ///
    /// - Parameter address: The address of the door's pages.
    /// - Returns: A JPEG file; `nil` if the door does not answer or has none.
    func picture(at address: ListeningAddress) -> [UInt8]? {
        let request = TransferRequest("GET", "http://\(address)/preview.jpg", bodyLimit: Self.mostBytes)
        guard let answer = try? transfer.send(request, by: .now + Self.longest, isCancelled: { false }),
            answer.status == 200
        else { return nil }
        return answer.body
    }
}
