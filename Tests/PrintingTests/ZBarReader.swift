// A QR reader that someone else wrote, for reading back what is drawn.

import CZBar
import TicketPrinting

/// Reads every QR code in a picture with zbar.
///
/// - Parameter picture: What to read.
/// - Returns: The texts, in no order.
func textsRead(in picture: GrayPicture) -> [String] {
    let scanner = zbar_image_scanner_create()
    defer { zbar_image_scanner_destroy(scanner) }
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
    // As they are: zbar would guess at a text's encoding and often be wrong.
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_TEST_INVERTED, 1)
    let image = zbar_image_create()
    defer { zbar_image_destroy(image) }
    zbar_image_set_format(image, 0x3030_3859)  // "Y800"
    zbar_image_set_size(image, UInt32(picture.width), UInt32(picture.height))
    return picture.luma.withUnsafeBytes { luma in
        zbar_image_set_data(image, luma.baseAddress, UInt(luma.count), nil)
        zbar_scan_image(scanner, image)
        var texts: [String] = []
        var symbol = zbar_image_first_symbol(image)
        while let found = symbol {
            texts.append(String(cString: zbar_symbol_get_data(found)))
            symbol = zbar_symbol_next(found)
        }
        return texts
    }
}
