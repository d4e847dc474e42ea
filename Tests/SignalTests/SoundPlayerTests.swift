// Sounds through the real ALSA library, into files and pipes.

import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import DoorSignals

@Suite(.timeLimit(.minutes(30))) struct SoundPlayerTests {
    /// Keeps what a player tells.
    final class Changes: Sendable {
        private let told = Mutex<[SoundError?]>([])
        var all: [SoundError?] { told.withLock { $0 } }
        func tell(_ error: SoundError?) { told.withLock { $0.append(error) } }
    }

    /// Samples of 16 bits, of which the last may be cut in half.
    static func samples(_ data: Data) -> [Int16] {
        let bytes = [UInt8](data)
        return stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
    }

    func wait(until condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }

    @Test("What a card is given is the sound, and silence after it", arguments: Sound.allCases)
    func file(sound: Sound) throws {
        try withTemporaryFolder { folder in
            let expected = sound.samples(volume: 80)
            do {
                let speaker = Loudspeaker(device: "file:'\(folder)/sound.raw',raw")
                try speaker.play(expected) { true }
            }
            let heard = Self.samples(try Data(contentsOf: URL(filePath: folder + "/sound.raw")))
            #expect(heard.starts(with: expected))
            #expect(heard.dropFirst(expected.count).allSatisfy { $0 == 0 })
        }
    }

    @Test("Sounds that come one after the other are all played")
    func several() async throws {
        try await withTemporaryFolder { folder in
            let changes = Changes()
            do {
                let player = SoundPlayer(device: "file:'\(folder)/sound.raw',raw", volume: 100) { changes.tell($0) }
                for sound in Sound.allCases {
                    player.play(sound)
                    await wait { !player.isPlaying }
                }
            }
            let pitches = SoundTests.tones(of: Self.samples(try Data(contentsOf: URL(filePath: folder + "/sound.raw"))))
                .map(\.hertz)
            #expect(pitches == [1200, 1800, 2400, 2400, 2400, 1000, 1500])
            #expect(changes.all.isEmpty)
        }
    }

    /// A card that takes no more than somebody reads from a pipe, and the 9,600 bytes that ALSA gathers before it
    /// writes.
    struct SlowCard {
        let pipe: Int32
        let device: String
        /// Bytes on their way when nobody reads: in the pipe, gathered by ALSA, and 10 ms in the player's hand.
        static let onTheWay = 16384 + 9600 + 960

        init(in folder: String) throws {
            let path = folder + "/card"
            try #require(mkfifo(path, 0o600) == 0)
            pipe = open(path, O_RDWR | O_NONBLOCK)
            try #require(pipe >= 0 && fcntl(pipe, 1031 /* F_SETPIPE_SZ */, 16384) == 16384)
            device = "file:'\(path)',raw"
        }

        /// Reads at least some bytes.
        func take(_ count: Int) async -> Data {
            var taken = Data()
            while taken.count < count { taken += await some() }
            return taken
        }

        /// Reads until the player is done.
        func rest(of player: SoundPlayer) async -> Data {
            var taken = Data()
            while player.isPlaying { taken += await some() }
            while case let more = await some(), !more.isEmpty { taken += more }
            return taken
        }

        /// Reads what there is.
        func some() async -> Data {
            var buffer = [UInt8](repeating: 0, count: 1024)
            let count = read(pipe, &buffer, buffer.count)
            if count < 0 { await Task.yield() }
            return Data(buffer.prefix(max(0, count)))
        }
    }

    @Test("A new sound cuts the old one short")
    func cut() async throws {
        try await withTemporaryFolder { folder in
            let card = try SlowCard(in: folder)
            let player = SoundPlayer(device: card.device, volume: 100) { Issue.record("\(String(describing: $0))") }
            player.play(.refused)
            var heard = await card.take(9600)
            let most = heard.count + SlowCard.onTheWay
            player.play(.staff)
            heard += await card.rest(of: player)
            let samples = Self.samples(heard)
            let (old, new) = (Sound.refused.samples(volume: 100), Sound.staff.samples(volume: 100))
            let cut = try #require(samples.firstRange(of: new)?.lowerBound)
            #expect(samples[..<cut] == old.prefix(cut))
            #expect(2 * cut <= most && most < 2 * old.count)
        }
    }

    @Test("A card that hangs holds up nobody, and of what came meanwhile only the newest is played")
    func hanging() async throws {
        try await withTemporaryFolder { folder in
            let card = try SlowCard(in: folder)
            let player = SoundPlayer(device: card.device, volume: 100) { Issue.record("\(String(describing: $0))") }
            player.prepare()
            player.play(.refused)
            var heard = await card.take(1)
            // Nobody reads: the player's thread is in the middle of a write.
            for _ in 0..<1000 { player.play(.noted) }
            player.play(.admitted)
            #expect(player.isPlaying)
            heard += await card.rest(of: player)
            let samples = Self.samples(heard)
            let cut = try #require(samples.firstRange(of: Sound.admitted.samples(volume: 100))?.lowerBound)
            #expect(samples[..<cut] == Sound.refused.samples(volume: 100).prefix(cut))
        }
    }

    @Test("A card that is missing is told once, when the door opens")
    func missing() async throws {
        let changes = Changes()
        let player = SoundPlayer(device: "hw:31", volume: 100) { changes.tell($0) }
        player.prepare()
        await wait { changes.all.count == 1 }
        for _ in 0..<3 {
            player.play(.admitted)
            await wait { !player.isPlaying }
        }
        #expect(changes.all == [.noDevice("hw:31")])
    }

    @Test("Names of cards that are none are told as such", arguments: ["hw:31", "no such card", "", "file:'", "hw:0,"])
    func names(device: String) {
        let error = #expect(throws: SoundError.self) { try Loudspeaker(device: device).open() }
        #expect(error?.description.contains(device) == true)
    }
}
