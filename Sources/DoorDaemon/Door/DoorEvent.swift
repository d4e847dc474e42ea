// Events at the door, as delivered to reporters.

import Admission
import Ledger
import Scanner

/// An event at the door.
enum DoorEvent: Sendable {
    /// The door is open: sightings are judged from now on.
    case opened
    /// A code was judged, and the decision is on disk.
    case judged(Verdict, source: String, elapsed: Duration)
    /// A code was seen but could not be judged or recorded; it admits no one.
    case undecided(reason: String, source: String)
    /// The system clock is no longer trusted, or trusted again.
    case clock(ClockTrust, at: Timestamp)
    /// A camera delivers pictures.
    case cameraReady(name: String, setting: String)
    /// A camera delivers no pictures; it is retried.
    case cameraLost(name: String, reason: String)
    /// A barcode scanner is connected to this door.
    case scannerReady(name: String, product: String)
    /// A barcode scanner is disconnected; it is retried.
    case scannerLost(name: String, reason: String)
    /// A picture in a folder that substitutes for a camera cannot be read.
    case pictureUnreadable(file: String, reason: String)
}
