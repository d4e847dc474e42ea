// The optional parts that this program was built with.

/// Picture formats that are supported only if their library was installed when the program was built.
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

    /// A suffix for the version.
    static let note = names.isEmpty ? "" : " (with \(names.joined(separator: ", ")))"
}
