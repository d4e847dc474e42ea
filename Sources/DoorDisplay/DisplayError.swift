// Why the display cannot be served.

import HTTPSupport

/// An error that prevents the display from being served.
public enum DisplayError: Error, Hashable, CustomStringConvertible {
    /// The address is in use, or is not an address of this machine.
    case cannotListen(address: String, reason: String)
    /// Other machines could reach the pages, and no PIN would keep strangers out.
    case openWithoutPIN(address: String)

    /// One sentence: what failed, where, and what to do.
    public var description: String {
        switch self {
        case .cannotListen(let address, let reason):
            "the display cannot be served at \(address) yet (\(reason)): it is tried again; choose another"
                + " `display.address`, or run without it (--no-display)"
        case .openWithoutPIN(let address):
            "the display at \(address) could be reached from other machines: set `display.pin` to a file with a PIN,"
                + " or serve it at \(ListeningAddress.standard)"
        }
    }
}
