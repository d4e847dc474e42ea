// Files next to pictures.

/// Files that are often next to pictures but are not pictures.
package enum OtherFile {
    /// - Parameter name: A file's name.
    /// - Returns: `true` for files that systems, cameras and this program put into folders, hidden files, lists, texts,
    ///   sounds and films.
    package static func isNoPicture(name: String) -> Bool {
        let ending = name.split(separator: ".", omittingEmptySubsequences: false).last?.lowercased() ?? ""
        return name.hasPrefix(".") || names.contains(name.lowercased())
            || name.contains(".") && endings.contains(ending)
    }

    private static let names: Set = ["thumbs.db", "desktop.ini"]

    private static let endings: Set = [
        "aae", "css", "csv", "db", "doc", "docx", "eml", "htm", "html", "ini", "js", "json", "jsonl", "key", "lnk",
        "log", "m4a", "m4v", "md", "mov", "mp3", "mp4", "ods", "odt", "rtf", "sqlite", "toml", "tsv", "txt", "url",
        "wav", "xls", "xlsx", "xml", "xmp", "yaml", "yml",
    ]
}
