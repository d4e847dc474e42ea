"""What a disk holds after a power cut, from QEMU's log of its writes and flushes (blklogwrites, dm-log-writes' format).

What was written before the last flush is there; of what was written since, any part may be missing.
"""
import os
import struct

SECTOR = 512
FLUSH, DISCARD = 1, 4


class WriteLog:
    """The entries of a log: (sector, sectors, flags, offset of the data)."""

    def __init__(self, path):
        self.path = path
        self.entries = []
        size = os.path.getsize(path)
        with open(path, "rb") as file:
            magic, version, _, sector_size = struct.unpack("<QQQI", file.read(28))
            assert (magic, version, sector_size) == (0x6A736677736872, 1, SECTOR), "not a log of writes"
            offset = SECTOR
            while offset + SECTOR <= size:
                file.seek(offset)
                sector, sectors, flags, _ = struct.unpack("<QQQQ", file.read(32))
                data = offset + SECTOR
                end = data if flags & DISCARD else data + sectors * SECTOR
                if end > size or (sectors == 0 and not flags & FLUSH):
                    break
                self.entries.append((sector, sectors, flags, data))
                offset = end

    def position(self, size):
        """How many entries were in the log when it had so many bytes."""
        low, high = 0, len(self.entries)
        while low < high:
            middle = (low + high) // 2
            sector, sectors, flags, data = self.entries[middle]
            end = data if flags & DISCARD else data + sectors * SECTOR
            low, high = (middle + 1, high) if end <= size else (low, middle)
        return low

    def cut(self, disk, position, random, first=0, last=1 << 62, forgetful=False):
        """Writes to `disk`, whose first sector is `first`, what is there after a cut before the entry at `position`.

        Of each write after the last flush, nothing, all or the beginning is there; on a forgetful disk also of each one
        before. How many were lost is the result.
        """
        flushed = -1 if forgetful else max((i for i in range(position) if self.entries[i][2] & FLUSH), default=-1)
        lost = 0
        chance = 0.05 if forgetful else random.choice([0.0, 0.1, 0.5, 0.9])
        with open(self.path, "rb") as log, open(disk, "r+b") as file:
            for i in range(position):
                sector, sectors, flags, data = self.entries[i]
                if flags & DISCARD or sectors == 0 or sector < first or sector >= last:
                    continue
                kept = sectors
                if i > flushed and random.random() < chance:
                    kept = random.choice([0, random.randrange(sectors)])
                    lost += 1
                log.seek(data)
                file.seek((sector - first) * SECTOR)
                file.write(log.read(kept * SECTOR))
        return lost
