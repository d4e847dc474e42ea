// What commands print about hardware, compared with docs/output.md: the end-to-end tests have no such devices.

import DoorConfiguration
import DoorOutput
import DoorSignals
import Foundation
import TestSupport
import Testing

@testable import DoorCommands
@testable import DoorDiagnostics
@testable import Scanner

struct DeviceOutputTests {
    static let control = CameraControl(
        number: 0x9A_0901, name: "auto_exposure", kind: .menu, range: 0...3, step: 1, defaultValue: 3, value: 1,
        choices: [1: "Manual Mode", 3: "Aperture Priority Mode"], isReadOnly: false, isInactive: false)

    /// A record with every member, by the heading of its section.
    private let records: [(name: String, record: any OutputRecord)] = [
        ("Sound", SoundLine(.admitted)),
        ("Lamp", LampLine(.green)),
        (
            "Camera",
            CameraLine(VideoDevice(path: "/dev/video0", card: "HD Webcam", driver: "uvcvideo", bus: "usb-0000:00"))
        ),
        (
            "Camera format",
            FormatLine(
                VideoMode(format: FourCC(rawValue: 0), widths: 640...640, heights: 480...480, rates: [30...30]))
        ),
        ("Camera control", ControlLine(control)),
        (
            "Tuned control",
            TunedControlLine(
                control: "focus_absolute", value: 40,
                view: CameraView(read: 1, edge: 120, mean: 110, isOverexposed: false))
        ),
        ("Barcode scanner", BarcodeScannerLine(BarcodeScannerDevice(path: "/dev/input/event3", name: "Scanner"))),
    ]

    @Test("What commands print about cameras, barcode scanners and sounds is what the document says")
    func devices() throws {
        let document = OutputDocument(try String(contentsOfFile: "docs/output.md", encoding: .utf8))
        for (name, record) in records {
            let documented = try #require(document.records[name], "docs/output.md has no record \(name)")
            let json = try JSONSerialization.jsonObject(with: Data(JSONLine.text(record).utf8))
            let object = try #require(json as? [String: Any], "\(name)")
            #expect(object["schema"] as? Int == 1, "\(name)")
            let types = Dictionary(uniqueKeysWithValues: documented.members.map { ($0.name, $0.type) })
            #expect(documented.members(of: object) == types, "\(name)")
            #expect(type(of: record).columns == documented.columns, "\(name)")
            #expect(try record.fields.allSatisfy { !$0.isEmpty }, "\(name)")
        }
    }
}
