// Guesses the encoding of a text from its letters.

/// A guessed encoding.
struct EncodingGuess {
    private let encoding: TextEncoding

    /// - Returns: `nil` for an encoding that the bytes themselves determine.
    init?(_ encoding: TextEncoding) {
        guard encoding.markLength == 0, encoding.name != TextEncoding.utf8.name else { return nil }
        self.encoding = encoding
    }

    /// - Parameter sample: A name in the list with letters that other encodings decode differently.
    /// - Returns: A remark for the person who knows the guests.
    func remark(sample: (text: String, line: Int)?) -> ListRemark {
        let others = Self.candidates.filter { $0 != encoding.name }.joined(separator: ", ")
        guard let sample else {
            return ListRemark(
                .note,
                "The encoding is a guess: \(encoding.name).",
                advice: "If letters are wrong, set it with --encoding: \(others).")
        }
        return ListRemark(
            .note,
            "The encoding is a guess: with \(encoding.name), line \(sample.line) reads \"\(sample.text)\".",
            advice: "If that is wrong, set the right one with --encoding: \(others).",
            hasName: true
        )
    }

    // MARK: Guessing

    /// The first of several equally likely encodings is chosen.
    static let candidates = ["WINDOWS-1252", "WINDOWS-1250", "MACINTOSH", "ISO-8859-2"]

    /// The non-English letters of each language, by the encodings in which the languages are written.
    private static let alphabets: [String: [String]] = {
        let western = [
            "äöüßÄÖÜ", "àâæçéèêëîïôœùûüÀÂÇÉÈÊËÎÏÔŒÙÛ", "áéíñóúüÁÉÍÑÓÚ", "àèéìíòóùÀÈÉÌÒÙ", "áâãàçéêíóôõúÁÂÃÇÉÊÍÓÔÕÚ",
            "ëïéèöüäá", "åäöéÅÄÖ", "æøåéÆØÅ", "áéíóúýþæöðÁÉÍÓÚÝÞÆÖÐ",
        ]
        let central = [
            "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", "áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ", "áäčďéíĺľňóôŕšťúýžÁÄČĎÉÍĽŇÓÔŠŤÚÝŽ",
            "áéíóöőúüűÁÉÍÓÖŐÚÜŰ", "ăâîşţĂÂÎŞŢ", "čćđšžČĆĐŠŽ",
        ]
        return [
            "WINDOWS-1252": western, "MACINTOSH": western, "WINDOWS-1250": central, "ISO-8859-2": central,
        ]
    }()

    private static let mostByteCount = 1 << 24
    private static let mostWords = 5000

    /// Returns the encoding in which the words with non-English letters look most like words.
    ///
    /// - Parameter source: A text that is not UTF-8.
    /// - Returns: The encoding; Windows-1252 if there is no evidence for another.
    /// - Throws: ``ListError/cannotRead(name:errno:)``.
    static func best(for source: ListSource) throws(ListError) -> TextEncoding {
        let words = try words(of: source)
        let scores = candidates.compactMap { name in
            table(of: name).map { table in (name, score(words, table, alphabets[name] ?? [])) }
        }
        var best = scores.first
        for candidate in scores.dropFirst() where candidate.1 > (best?.1 ?? 0) + 0.01 { best = candidate }
        return TextEncoding(name: best?.0 ?? TextEncoding.windows1252.name, markLength: 0)
    }

    /// Returns the runs of letters that contain a non-ASCII byte.
    private static func words(of source: ListSource) throws(ListError) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var word: [UInt8] = []
        var isForeign = false
        var offset = 0
        while offset < min(source.byteCount, mostByteCount), words.count < mostWords {
            let piece = try source.bytes(at: offset, count: TextDecoder.pieceByteCount)
            guard !piece.isEmpty else { break }
            offset += piece.count
            for byte in piece {
                let isLetter = (0x41...0x5A).contains(byte & 0xDF) && byte < 0x80
                if isLetter || byte >= 0x80, word.count < 60 {
                    word.append(byte)
                    isForeign = isForeign || byte >= 0x80
                } else {
                    if isForeign, words.count < mostWords { words.append(word) }
                    word.removeAll(keepingCapacity: true)
                    isForeign = false
                }
            }
        }
        return isForeign ? words + [word] : words
    }

    /// Returns the meanings of the bytes from 128; `nil` if this machine does not support the encoding.
    private static func table(of name: String) -> [Unicode.Scalar?]? {
        var probe = [UInt8](0x20...0x20)
        guard (try? Conversion.whole(&probe, from: name)) != nil else { return nil }
        return (UInt8(0x80)...0xFF).map { byte in
            var bytes = [byte]
            return (try? Conversion.whole(&bytes, from: name)).flatMap {
                String(decoding: $0, as: UTF8.self).unicodeScalars.first
            }
        }
    }

    /// Returns a score for how much words look like words: letters of one language, in the same case as their
    /// neighbours.
    private static func score(_ words: [[UInt8]], _ table: [Unicode.Scalar?], _ alphabets: [String]) -> Double {
        var counts: [Unicode.Scalar: Double] = [:]
        var score = 0.0
        for word in words {
            let scalars = word.map { $0 < 0x80 ? Unicode.Scalar($0) : table[Int($0 - 0x80)] }
            for index in scalars.indices where word[index] >= 0x80 {
                guard let scalar = scalars[index], scalar.properties.isAlphabetic else {
                    // Punctuation within a word, or no character at all; around a word it may be a quotation mark.
                    let isWithin = index > 0 && index < scalars.count - 1
                    score -=
                        scalars[index] == nil || scalars[index]?.properties.generalCategory == .control
                        ? 3 : isWithin ? 2 : 0.5
                    continue
                }
                counts[scalar, default: 0] += 1
                score += shape(scalar, scalars, index)
            }
        }
        // The language to which most letters belong.
        let known =
            alphabets.map { alphabet in
                alphabet.unicodeScalars.reduce(0) { $0 + (counts[$1] ?? 0) }
            }.max() ?? 0
        let all = counts.values.reduce(0, +)
        return score + known + (all - known) * 0.3
    }

    /// Returns a penalty for a letter in an unlikely place: a capital within a word, or a consonant among consonants.
    private static func shape(_ scalar: Unicode.Scalar, _ word: [Unicode.Scalar?], _ index: Int) -> Double {
        let before = index > 0 ? word[index - 1] : nil
        let after = index < word.count - 1 ? word[index + 1] : nil
        var score = 0.0
        if scalar.properties.isUppercase, before?.properties.isLowercase == true { score -= 1 }
        if let before, let after, !isVowel(scalar), !isVowel(before), !isVowel(after) { score -= 0.4 }
        if before == nil, scalar.properties.isLowercase, word.count > 1 { score -= 0.2 }
        return score
    }

    private static func isVowel(_ scalar: Unicode.Scalar) -> Bool {
        let plain = HeaderText.folded(String(scalar))
        return plain.first.map { "aeiouy".contains($0) } ?? false
    }
}
