// HEIC, PDF and TIFF files through the program that reads them: sound, cut, and made to do harm.

import Glibc
import QRReader
import Testing

@testable import Scanner

struct ForeignPicturesTests {
    /// Files of the formats that this build reads; their libraries are optional.
    static let files: [(name: String, kind: ImageKind)] = [("one.heic", .heic), ("one.pdf", .pdf), ("one.tif", .tiff)]
        .filter { file in
            guard let bytes = try? Fixture.bytes(file.0) else { return true }
            do throws(ImageFileError) {
                _ = try ImageFile.decode(bytes)
            } catch {
                return error != .notBuilt(file.1)
            }
            return true
        }

    static func isRead(_ kind: ImageKind) -> Bool { files.contains { $0.kind == kind } }

    @Test("The code is read from every format, and the content tells the format", arguments: files)
    func everyFormat(name: String, kind: ImageKind) throws {
        #expect(ImageKind(startOf: try Fixture.bytes(name)) == kind)
        #expect(try Fixture.texts(name) == [Fixture.text])
    }

    @Test("Every page of a PDF file is read, in order", .enabled(if: isRead(.pdf)))
    func pages() throws {
        let pages = try ImageFile.loadAll(path: Fixture.path("one.pdf"))
        #expect(try pages.map { try Fixture.codes($0.frame).map(\.text) } == [[Fixture.text], ["DC1:FIXTURE-TWO"]])
    }

    @Test("Other formats have one picture")
    func onePicture() throws {
        #expect(try ImageFile.loadAll(path: Fixture.path("one.png")).count == 1)
    }

    @Test("A cut file is an error of its format", arguments: files)
    func cut(name: String, kind: ImageKind) throws {
        let bytes = try Fixture.bytes(name)
        for part in [12, bytes.count / 3, bytes.count * 2 / 3] {
            do throws(ImageFileError) {
                _ = try ImageFile.decode(Array(bytes.prefix(part)))
            } catch {
                guard case .damaged(kind, _) = error else {
                    Issue.record("\(error)")
                    continue
                }
            }
        }
    }

    @Test("A picture over the limit is refused", arguments: files)
    func limit(name: String, kind: ImageKind) throws {
        #expect(throws: ImageFileError.self) {
            try ImageFile.decode(Fixture.bytes(name), limits: ImageLimits(pixels: 1000))
        }
    }

    @Test("A TIFF of 65,500 pixels a side is refused by its header", .enabled(if: isRead(.tiff)))
    func tiffBomb() throws {
        #expect(throws: ImageFileError.damaged(.tiff, reason: "it has 65500 x 65500 pixels")) {
            try ImageFile.decode(Self.emptyTIFF(width: 65_500, height: 65_500))
        }
    }

    @Test("A PDF page that would be drawn for years ends with its time", .enabled(if: isRead(.pdf)))
    func endlessPage() {
        #expect(throws: ImageFileError.tooCostly(.pdf)) {
            try ImageFile.decode(Self.endlessPDF(), limits: ImageLimits(seconds: 1))
        }
    }

    @Test("A program that was read is gone afterwards, whether it had ended or not")
    func gone() throws {
        for program in ["/bin/true", "/bin/cat"] {
            let process: pid_t
            do {
                let child = try ReadingProcess(program, ["/dev/zero"], input: [1], withinSeconds: 20)
                process = child.process
                _ = child.readRest(atMost: 1)
            }
            #expect(kill(process, 0) == -1 && errno == ESRCH)
        }
    }

    @Test("A program that is not there is named as a format that is not read")
    func noProgram() {
        #expect(ImageFileError.notBuilt(.heic).description.hasPrefix("this build does not read HEIC"))
        #expect(throws: ImageFileError.cannotRead(errno: 2)) {
            _ = try ReadingProcess("/none", [], input: [1], withinSeconds: 20)
        }
    }

    /// A header alone (TIFF 6.0, section 2), of one strip of a hundred bytes.
    private static func emptyTIFF(width: UInt32, height: UInt32) -> [UInt8] {
        func bytes(_ number: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
        }
        let entries: [(tag: UInt32, kind: UInt32, value: UInt32)] = [
            (256, 4, width), (257, 4, height), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, 8), (277, 3, 1),
            (278, 4, height), (279, 4, 100),
        ]
        let directory = entries.flatMap { bytes($0.tag, 2) + bytes($0.kind, 2) + bytes(1, 4) + bytes($0.value, 4) }
        let head: [UInt8] = [0x49, 0x49, 0x2A, 0]
        return head + bytes(108, 4) + [UInt8](repeating: 0, count: 100) + bytes(9, 2) + directory + bytes(0, 4)
    }

    /// Twelve forms, each drawing the next twenty times.
    private static func endlessPDF() -> [UInt8] {
        func stream(_ entries: String, _ content: String) -> String {
            "<< \(entries) /Length \(content.utf8.count) >>\nstream\n\(content)endstream"
        }
        var objects = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> "
                + ">> >>",
            stream("", "/F Do\n"),
        ]
        for number in 5...16 {
            let next =
                "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F \(number + 1) 0 R >> >>"
            let content = number == 16 ? "0 0 5 5 re f\n" : String(repeating: "/F Do\n", count: 20)
            objects.append(stream(next, content))
        }
        var text = "%PDF-1.4\n"
        for (index, object) in objects.enumerated() { text += "\(index + 1) 0 obj\n\(object)\nendobj\n" }
        // Without a table of where objects are, poppler looks for them.
        return Array((text + "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\n%%EOF\n").utf8)
    }
}
