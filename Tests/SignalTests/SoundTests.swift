// The sounds themselves, as numbers.

import Glibc
import TestSupport
import Testing

@testable import DoorSignals

struct SoundTests {
    /// How much of a pitch is in samples, by Goertzel's algorithm.
    static func power(of hertz: Double, in samples: ArraySlice<Int16>) -> Double {
        let factor = 2 * cos(2 * .pi * hertz / Double(Loudspeaker.framesPerSecond))
        var (last, before) = (0.0, 0.0)
        for sample in samples { (last, before) = (Double(sample) + factor * last - before, last) }
        return last * last + before * before - factor * last * before
    }

    /// The pitch, of all from 200 Hz to 6 kHz in steps of 100 Hz, that there is most of.
    static func pitch(of samples: ArraySlice<Int16>) -> Double {
        stride(from: 200.0, through: 6000, by: 100).max { power(of: $0, in: samples) < power(of: $1, in: samples) } ?? 0
    }

    /// The stretches between silences of 15 ms or more: their lengths in milliseconds and their pitches.
    static func tones(of samples: [Int16]) -> [(milliseconds: Int, hertz: Double)] {
        let slice = Loudspeaker.framesPerSecond / 1000 * 5
        let isLoud = stride(from: 0, to: samples.count, by: slice).map { start in
            samples[start..<min(samples.count, start + slice)].contains { abs(Int($0)) > 1000 }
        }
        let runs = isLoud.indices.split { !isLoud[$0] }
        return runs.map { run in
            let range = run.startIndex * slice..<min(samples.count, run.endIndex * slice)
            return (run.count * 5, pitch(of: samples[range]))
        }
    }

    @Test("Each sound has its rhythm and its pitch", arguments: Sound.allCases)
    func rhythm(sound: Sound) {
        let expected: [(Int, Double)] =
            switch sound {
            case .admitted: [(110, 1200), (180, 1800)]
            case .staff: [(90, 2400), (90, 2400), (90, 2400)]
            case .refused: [(700, 1000)]
            case .noted: [(60, 1500)]
            }
        let tones = Self.tones(of: sound.samples(volume: 100))
        #expect(tones.count == expected.count)
        for (tone, (milliseconds, hertz)) in zip(tones, expected) {
            #expect(abs(tone.milliseconds - milliseconds) <= 5 && tone.hertz == hertz)
        }
    }

    @Test("Full volume is loud and does not clip, half is half, none is silent", arguments: Sound.allCases)
    func volume(sound: Sound) {
        func peak(_ volume: Int) -> Int { sound.samples(volume: volume).map { abs(Int($0)) }.max() ?? 0 }
        #expect((Int(Int16.max) * 7 / 10..<Int(Int16.max)).contains(peak(100)))
        #expect(abs(peak(50) * 2 - peak(100)) <= 2)
        #expect(peak(0) == 0)
    }

    @Test("No sound begins or ends with a click", arguments: Sound.allCases)
    func clicks(sound: Sound) {
        let samples = sound.samples(volume: 100)
        // A millisecond from either end there is a tenth of the amplitude at most.
        let millisecond = Loudspeaker.framesPerSecond / 1000
        for edge in [samples.prefix(millisecond), samples.suffix(millisecond)] {
            #expect(edge.allSatisfy { abs(Int($0)) < Int(Int16.max) / 10 })
        }
    }
}
