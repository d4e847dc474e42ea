// Where to write the codes of tickets.

import ArgumentParser
import DoorOutput
import DoorTexts
import Organising
import TicketPrinting
import TicketSigning

/// Where to write codes: a list and pictures. Without any option, the list goes to standard output.
struct CodeOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "Write the list of codes to this file, - for standard output; as CSV unless --json is given.",
            valueName: "file"))
    var list: String?

    @Option(help: ArgumentHelp("Write a PNG picture per code to this folder.", valueName: "folder"))
    var png: String?

    @Option(help: ArgumentHelp("Write an SVG picture per code to this folder.", valueName: "folder"))
    var svg: String?

    @Option(help: "Where codes are shown: screen (error correction M) or print (Q, survives a crease).")
    var medium: Medium = .screen

    @OptionGroup var output: OutputOptions

    /// The file for the list, which is `-` if nothing else was asked for; `nil` for none.
    var listPath: String? { list ?? (png == nil && svg == nil || !output.isText ? "-" : nil) }

    /// - Parameters:
    ///   - signers: What signs the tickets.
    ///   - count: The number of codes to write.
    ///   - input: The file that the tickets come from; `nil` for none.
    /// - Returns: A code writer; its folders exist and have room.
    /// - Throws: ``FileError``; ``CommandError`` if the codes would overwrite the input.
    func writer(_ signers: TicketSigners, for count: Int, from input: String? = nil) throws -> CodeWriter {
        if let list, let input, OutputFile.isSame(list, input) {
            throw CommandError(
                .usage, "\(list.printable) is the list of guests; name another file for the codes with --output.")
        }
        let files = CodeFiles(list: listPath, isJSON: output.json, png: png, svg: svg)
        let writer = try CodeWriter(signers: signers, medium: medium, files: files)
        try writer.makeSure(ofRoomFor: count)
        return writer
    }
}
