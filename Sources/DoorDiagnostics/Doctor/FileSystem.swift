// The kernel's information about a folder's file system.

import CLinux
import Glibc

/// The kind and free space of a file system.
struct FileSystem {
    let kind: Kind
    /// The free space for users other than root.
    let freeMegabytes: Int
    let blockBytes: Int

    /// Returns `nil` if there is no such folder.
    ///
    /// - Parameter folder: The folder's path.
    init?(at folder: String) {
        var facts = statfs()
        guard statfs(folder, &facts) == 0 else { return nil }
        kind = Kind(rawValue: UInt32(truncatingIfNeeded: facts.f_type)) ?? .other
        blockBytes = Int(facts.f_bsize)
        freeMegabytes = (Int(facts.f_bavail) * Int(facts.f_bsize)) >> 20
    }

    /// File systems on which a ledger loses entries, by their magic numbers (statfs(2), linux/magic.h).
    enum Kind: UInt32 {
        case tmpfs = 0x0102_1994
        case ramfs = 0x8584_58F6
        case overlay = 0x794C_7630
        case nfs = 0x6969
        case cifs = 0xFF53_4D42
        case smb2 = 0xFE53_4D42
        case plan9 = 0x0102_1997
        case fat = 0x4D44
        case exfat = 0x2011_BAB0
        case fuse = 0x6573_5546
        case other = 0

        var name: String {
            switch self {
            case .tmpfs: "tmpfs"
            case .ramfs: "ramfs"
            case .overlay: "overlayfs"
            case .nfs: "NFS"
            case .cifs, .smb2: "a Windows share"
            case .plan9: "9p"
            case .fat: "FAT"
            case .exfat: "exFAT"
            case .fuse: "FUSE"
            case .other: "a disk"
            }
        }

        /// Why the ledger must not be on it; `nil` if it may be.
        var reason: String? {
            switch self {
            case .tmpfs, .ramfs: "its contents are lost when the power goes"
            case .overlay: "it belongs to a container or live system and is lost when that ends"
            case .nfs, .cifs, .smb2, .plan9: "locks and syncs over a network are unreliable"
            case .fat, .exfat: "it has no journal and no file permissions"
            case .fuse: "its guarantees depend on another program"
            case .other: nil
            }
        }
    }
}
