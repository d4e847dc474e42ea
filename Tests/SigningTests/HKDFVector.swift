// The SHA-256 test cases of RFC 5869.

/// One test case.
struct HKDFVector: Sendable {
    let inputKey: [UInt8]
    let salt: [UInt8]
    let info: [UInt8]
    let output: [UInt8]

    private init(_ inputKey: [UInt8], salt: [UInt8], info: [UInt8], _ output: String) {
        self.inputKey = inputKey
        self.salt = salt
        self.info = info
        self.output = bytes(output)
    }

    /// RFC 5869 appendices A.1 to A.3; the last has neither salt nor info.
    static let rfc5869 = [
        HKDFVector(
            Array(repeating: 0x0b, count: 22),
            salt: Array(0x00...0x0c),
            info: Array(0xf0...0xf9),
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        ),
        HKDFVector(
            Array(0x00...0x4f),
            salt: Array(0x60...0xaf),
            info: Array(0xb0...0xff),
            """
            b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09\
            da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87
            """
        ),
        HKDFVector(
            Array(repeating: 0x0b, count: 22),
            salt: [],
            info: [],
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
        ),
    ]
}
