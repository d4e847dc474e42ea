// XML as a stream of elements and text.

import CExpat
import Glibc

/// What is done with the elements of a document, in their order.
protocol XMLElements: AnyObject {
    /// An element begins.
    ///
    /// - Parameters:
    ///   - name: Without its namespace prefix.
    ///   - attributes: Looked up by name, prefix and all.
    func begin(_ name: String, _ attributes: XMLAttributes)
    /// Text, or a piece of it, within the innermost element.
    func text(_ bytes: UnsafeRawBufferPointer)
    /// An element ends.
    func end(_ name: String)
    /// Set when there is nothing more to learn from the document, or something is wrong with it.
    var failure: ListError? { get }
}

/// The attributes of one element.
struct XMLAttributes {
    fileprivate let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    /// The value of an attribute, if it is there.
    subscript(_ name: String) -> String? {
        guard var pair = pairs else { return nil }
        while let key = pair[0], let value = pair[1] {
            if strcmp(key, name) == 0 { return String(cString: value) }
            pair += 2
        }
        return nil
    }

    /// The value of an attribute behind some namespace's prefix, which each program chooses: `r:id`, `rel:id`.
    subscript(inAnyNamespace name: String) -> String? {
        guard var pair = pairs else { return nil }
        while let key = pair[0], let value = pair[1] {
            if let colon = strchr(key, Int32(UInt8(ascii: ":"))), strcmp(colon + 1, name) == 0 {
                return String(cString: value)
            }
            pair += 2
        }
        return nil
    }
}

/// Feeds a document to expat.
///
/// A document type declaration ends it: workbooks have none, and entities that multiply ("billion laughs") need one.
/// So does an element within sixty-four others, or a tag of more than a megabyte: expat keeps both in memory.
final class XMLStream {
    private let parser: XML_Parser
    private let elements: any XMLElements
    private let part: String
    /// Whether the document is none of a workbook's.
    private var isForeign = false
    private var depth = 0
    private var fedByteCount = 0

    /// A workbook's own parts have ten levels.
    private static let mostDepth = 64
    private static let longestTagByteCount = 1 << 20

    /// - Parameters:
    ///   - part: What the document is, for errors: `xl/workbook.xml`.
    ///   - elements: Kept while the stream lives.
    /// - Throws: ``ListError/noMemory``.
    init(_ part: String, elements: any XMLElements) throws(ListError) {
        guard let parser = XML_ParserCreate(nil) else { throw .noMemory }
        self.parser = parser
        self.elements = elements
        self.part = part
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { XMLStream.of($0)?.begin($1, XMLAttributes(pairs: $2)) },
            { XMLStream.of($0)?.end($1) }
        )
        XML_SetCharacterDataHandler(parser) {
            XMLStream.of($0)?.elements.text(UnsafeRawBufferPointer(start: $1, count: Int($2)))
        }
        XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            XMLStream.of(context)?.stop()
        }
    }

    deinit {
        XML_ParserFree(parser)
    }

    /// Takes the next bytes of the document.
    ///
    /// - Parameters:
    ///   - bytes: Any number of them.
    ///   - isLast: Whether the document ends with them.
    /// - Throws: ``ListError``.
    func feed(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(ListError) {
        let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        let isFine = XML_Parse(parser, text, Int32(bytes.count), isLast ? 1 : 0) == XML_STATUS_OK
        if let failure = elements.failure { throw failure }
        fedByteCount += bytes.count
        let waiting = fedByteCount - max(0, Int(XML_GetCurrentByteIndex(parser)))
        guard isFine, !isForeign, waiting <= Self.longestTagByteCount || isLast else {
            throw .damagedWorkbook(part: part)
        }
    }

    private func begin(_ name: UnsafePointer<CChar>?, _ attributes: XMLAttributes) {
        depth += 1
        guard depth <= Self.mostDepth else { return stop() }
        elements.begin(Self.local(name), attributes)
        if elements.failure != nil { XML_StopParser(parser, XML_Bool(XML_FALSE)) }
    }

    private func end(_ name: UnsafePointer<CChar>?) {
        depth -= 1
        elements.end(Self.local(name))
        if elements.failure != nil { XML_StopParser(parser, XML_Bool(XML_FALSE)) }
    }

    /// Ends the document as one that is none of a workbook's.
    private func stop() {
        isForeign = true
        XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLStream? {
        context.map { Unmanaged<XMLStream>.fromOpaque($0).takeUnretainedValue() }
    }

    /// A name without its namespace prefix: some programs write `x:row`.
    private static func local(_ name: UnsafePointer<CChar>?) -> String {
        guard let name else { return "" }
        let behindPrefix = strchr(name, Int32(UInt8(ascii: ":"))).map { UnsafePointer($0 + 1) }
        return String(cString: behindPrefix ?? name)
    }
}
