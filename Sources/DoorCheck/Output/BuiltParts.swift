// Which optional parts this program was built with.

/// Formats that are read where their library was installed when the program was built.
enum BuiltParts {
    static let names: [String] = {
        var names: [String] = []
        #if HEIC
            names.append("HEIC")
        #endif
        #if PDF
            names.append("PDF")
        #endif
        #if TIFF
            names.append("TIFF")
        #endif
        return names
    }()

    /// To stand after the version.
    static let note = names.isEmpty ? "" : " (with \(names.joined(separator: ", ")))"
}
