// The test cases of RFC 4231.

/// One test case; `code` is shorter than 32 bytes where the case truncates it.
struct HMACVector: Sendable {
    let key: [UInt8]
    let message: [UInt8]
    let code: [UInt8]

    private init(_ key: [UInt8], _ message: [UInt8], _ code: String) {
        self.key = key
        self.message = message
        self.code = bytes(code)
    }

    private static func times(_ count: Int, _ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: count) }

    /// RFC 4231 sections 4.2 to 4.8.
    static let rfc4231 = [
        HMACVector(
            times(20, 0x0b),
            Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        HMACVector(
            Array("Jefe".utf8),
            Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        HMACVector(
            times(20, 0xaa),
            times(50, 0xdd),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        HMACVector(
            Array(1...25),
            times(50, 0xcd),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        HMACVector(times(20, 0x0c), Array("Test With Truncation".utf8), "a3b6167473100ee06e0c796c2955552b"),
        HMACVector(
            times(131, 0xaa),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        HMACVector(
            times(131, 0xaa),
            Array(
                """
                This is a test using a larger than block-size key and a larger than block-size data. \
                The key needs to be hashed before being used by the HMAC algorithm.
                """.utf8
            ),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]
}
