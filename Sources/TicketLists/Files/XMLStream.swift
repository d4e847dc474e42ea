// Parses XML as a stream of elements and text.

import CExpat
import Glibc

/// A handler for a document's elements, in document order.
protocol XMLElements: AnyObject {
    /// Handles the start of an element.
    ///
    /// - Parameters:
    ///   - name: The element's name without its namespace prefix.
    ///   - attributes: The attributes, looked up by name including the prefix.
    func begin(_ name: String, _ attributes: XMLAttributes)
    /// Handles text, or a piece of it, within the innermost element.
    func text(_ bytes: UnsafeRawBufferPointer)
    /// Handles the end of an element.
    func end(_ name: String)
    /// Set when the rest of the document is not needed, or when it contains an error.
    var failure: ListError? { get }
}

/// The attributes of one element.
struct XMLAttributes {
    fileprivate let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    /// Returns the value of an attribute, if present.
    subscript(_ name: String) -> String? {
        guard var pair = pairs else { return nil }
        while let key = pair[0], let value = pair[1] {
            if strcmp(key, name) == 0 { return String(cString: value) }
            pair += 2
        }
        return nil
    }

    /// Returns the value of an attribute with any namespace prefix, which each program chooses itself: `r:id`,
    /// `rel:id`.
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

/// Passes a document to expat.
///
/// A document type declaration is an error: workbooks have none, and entity expansion attacks ("billion laughs") need
/// one. So is an element nested more than sixty-four levels deep, or a tag of more than a megabyte, because expat
/// keeps both in memory.
final class XMLStream {
    private let parser: XML_Parser
    private let elements: any XMLElements
    private let part: String
    /// Whether the document is not part of a workbook.
    private var isForeign = false
    private var depth = 0
    private var fedByteCount = 0

    /// The maximum nesting depth; a workbook's own parts have ten levels.
    private static let mostDepth = 64
    private static let longestTagByteCount = 1 << 20

    /// - Parameters:
    ///   - part: The document's name for errors: `xl/workbook.xml`.
    ///   - elements: The handler, retained while the stream exists.
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

    /// Parses the next bytes of the document.
    ///
    /// - Parameters:
    ///   - bytes: Any number of bytes.
    ///   - isLast: Whether these are the last bytes of the document.
    /// - Throws: ``ListError``.
    func feed(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(ListError) {
        let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        let isFine = XML_Parse(parser, text, Int32(bytes.count), isLast ? 1 : 0) == XML_STATUS_OK
        if let failure = elements.failure { throw failure }
        fedByteCount += bytes.count
        let waiting = fedByteCount - max(0, Int(dc_xml_byte_index(parser)))
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

    /// Stops parsing, because the document is not part of a workbook.
    private func stop() {
        isForeign = true
        XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLStream? {
        context.map { Unmanaged<XMLStream>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns a name without its namespace prefix: some programs write `x:row`.
    private static func local(_ name: UnsafePointer<CChar>?) -> String {
        guard let name else { return "" }
        let behindPrefix = strchr(name, Int32(UInt8(ascii: ":"))).map { UnsafePointer($0 + 1) }
        return String(cString: behindPrefix ?? name)
    }
}
