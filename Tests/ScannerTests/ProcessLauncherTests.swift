// What a program that we start gets from us.

import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Confinement

struct ProcessLauncherTests {
    /// Starts a shell whose standard output is a file, waits for it and returns what it wrote.
    private func output(
        of script: String, environment: [String]? = nil, others: [ProcessLauncher.Descriptor] = [], input: Int32
    ) throws -> String {
        let file = try ProcessLauncher.file(named: "output", containing: [])
        defer { close(file) }
        let process = try ProcessLauncher.start(
            "/bin/sh", arguments: ["sh", "-c", script], environment: environment,
            descriptors: [.copy(of: input), .copy(of: file), .null] + others)
        var status = Int32(0)
        #expect(waitpid(process, &status, 0) == process && status == 0)
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = pread(file, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    private func withFiles(_ body: (_ one: Int32, _ two: Int32) throws -> Void) throws {
        let one = try ProcessLauncher.file(named: "one", containing: Array("first\n".utf8))
        defer { close(one) }
        let two = try ProcessLauncher.file(named: "two", containing: Array("second\n".utf8))
        defer { close(two) }
        try body(one, two)
    }

    @Test("Each descriptor of a program is a copy of the one that it was given, also where the numbers cross")
    func crossing() throws {
        try withFiles { one, two in
            let text = try output(of: "cat; cat <&3", others: [.copy(of: two)], input: one)
            #expect(text == "first\nsecond\n")
        }
        // Our standard input is given away under another number, while the program gets another one.
        try withFiles { one, _ in
            let text = try output(of: "cat; readlink /proc/$$/fd/3", others: [.copy(of: STDIN_FILENO)], input: one)
            let ours = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/0")
            #expect(text == "first\n\(ours)\n")
        }
        // The copies share one position, so the last one reads nothing.
        try withFiles { one, two in
            let text = try output(
                of: "cat; cat <&3; cat <&4", others: [.copy(of: one), .copy(of: one)], input: two)
            #expect(text == "second\nfirst\n")
        }
    }

    @Test("A program gets no other descriptors, no variables that it was not given, and no blocked signals")
    func nothingElse() throws {
        try withFiles { one, two in
            let open = dup(two)
            let script = """
                echo /proc/$$/fd/*
                while IFS= read -r line; do case $line in Sig[BI]*) echo "$line";; esac; done < /proc/$$/status
                """
            let text = try output(of: script, environment: ["A=b"], input: one)
            close(open)
            // The shell itself has the folder open that it lists.
            let files = text.split(separator: "\n").first?.split(separator: " ") ?? []
            #expect(files.compactMap { $0.split(separator: "/").last } == ["0", "1", "2", "3"])
            // Signals 32 and 33 belong to the C library (signal(7)).
            let masks = text.split(separator: "\n").dropFirst().map { $0.split(separator: "\t").last ?? "" }
            #expect(masks.map { UInt64($0, radix: 16).map { $0 & 0x7FFF_FFFF } } == [0, 0])
            let given = try output(of: "echo $A$HOME", environment: ["A=b"], input: one)
            #expect(given == "b\n")
            let ours = try output(of: "echo $HOME", input: one)
            #expect(ours == String(cString: getenv("HOME")) + "\n")
        }
    }

    @Test("A program that does not exist is an error with its number")
    func missing() {
        #expect(throws: ProcessLauncher.Failure(errno: ENOENT)) {
            _ = try ProcessLauncher.start("/none", arguments: ["none"], descriptors: [])
        }
    }
}
