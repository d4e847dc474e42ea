// What happens at the door, as it is told to those who show it.

import Admission
import Ledger
import Scanner

/// One piece of news from the door.
enum DoorEvent: Sendable {
    /// The door is open: sightings are judged from now on.
    case opened
    /// A code was judged, and what was decided is on disk.
    case judged(Verdict, source: String, elapsed: Duration)
    /// A code was seen but could not be judged or recorded; nobody may enter.
    case undecided(reason: String, source: String)
    /// The time of day is believed no longer, or again.
    case clock(ClockTrust, at: Timestamp)
    /// A camera gives pictures.
    case cameraReady(name: String, setting: String)
    /// A camera gives no pictures; it is tried again.
    case cameraLost(name: String, reason: String)
    /// A barcode scanner types to this door.
    case scannerReady(name: String, product: String)
    /// A barcode scanner types no more; it is tried again.
    case scannerLost(name: String, reason: String)
    /// A picture of a folder that stands in for a camera cannot be read.
    case pictureUnreadable(file: String, reason: String)
}
