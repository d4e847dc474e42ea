// Where the codes of tickets are written to.

import ArgumentParser
import TicketPrinting
import TicketSigning

/// A list and pictures of codes; without any of them the list goes to standard output.
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
    ///   - count: How many codes it is going to write.
    ///   - input: The file that the tickets come from, `nil` for none.
    /// - Returns: What writes the codes; its folders are there already, and have room.
    /// - Throws: ``FileError``; ``CommandError`` where the codes would take the input's place.
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
