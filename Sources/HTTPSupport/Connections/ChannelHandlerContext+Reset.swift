// Ending a connection at once.

import Glibc
import NIOCore

extension ChannelHandlerContext {
    /// Closes the connection, and has the kernel drop what it holds for it.
    ///
    /// After an ordinary close, megabytes of an unread response stay in the kernel, and the client learns of the close
    /// only when it has read them: SO_LINGER of zero seconds sends a reset instead (socket(7)).
    func reset() {
        if let channel = channel as? any SocketOptionProvider {
            _ = channel.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        }
        close(promise: nil)
    }
}
