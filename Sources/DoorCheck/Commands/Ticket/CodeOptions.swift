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

    /// - Parameter master: The issuer's secret.
    /// - Returns: What writes the codes; its folders are there already.
    /// - Throws: ``FileError``.
    func writer(_ master: MasterKey) throws -> CodeWriter {
        let table = csv ?? (png == nil && svg == nil ? "-" : nil)
        return try CodeWriter(master: master, medium: medium, csv: table, png: png, svg: svg)
    }
}
