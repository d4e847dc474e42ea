// Where to write the codes of tickets.

import ArgumentParser
import DoorOutput
import DoorTexts
import TicketPrinting
import TicketSigning

/// Where to write codes: a list and pictures. Without any option, the list goes to standard output.
struct CodeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Write the codes to this CSV file, - for standard output.", valueName: "file"))
    var csv: String?

    @Option(help: ArgumentHelp("Write a PNG picture per code to this folder.", valueName: "folder"))
    var png: String?

    @Option(help: ArgumentHelp("Write an SVG picture per code to this folder.", valueName: "folder"))
    var svg: String?

    @Option(help: "Where codes are shown: screen (error correction M) or print (Q, survives a crease).")
    var medium: Medium = .screen

    /// - Parameters:
    ///   - master: The issuer's secret.
    ///   - count: The number of codes to write.
    ///   - input: The file that the tickets come from; `nil` for none.
    /// - Returns: A code writer; its folders exist and have room.
    /// - Throws: ``FileError``; ``CommandError`` if the codes would overwrite the input.
    func writer(_ master: MasterKey, for count: Int, from input: String? = nil) throws -> CodeWriter {
        if let csv, let input, OutputFile.isSame(csv, input) {
            throw CommandError(
                .usage, "\(csv.printable) is the list itself; the codes need a file of their own, named with --csv.")
        }
        let table = csv ?? (png == nil && svg == nil ? "-" : nil)
        let writer = try CodeWriter(master: master, medium: medium, csv: table, png: png, svg: svg)
        try writer.makeSure(ofRoomFor: count)
        return writer
    }
}
