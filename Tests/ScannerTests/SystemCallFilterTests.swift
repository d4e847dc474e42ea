// The filters of the processes that read pictures, each on a thread of a test.

import Confinement
import Glibc
import Synchronization
import Testing

@Suite(.serialized)
struct SystemCallFilterTests {
    /// What a thread behind a filter was told: by name of the attempt, errno, or 0 where it was granted.
    private static let told = Mutex<[String: Int32]>([:])

    private static let refused = [
        "create a file", "remove a file", "make a socket", "run memory", "kill", "start a process", "change a mode",
        "have a file send signals",
    ]

    @Test("Behind the decoder's filter no file is opened, no socket made, no process started, and memory is not run")
    func decoder() throws {
        let told = try Self.behind { _ in
            Self.tryAll(.decoder)
            return nil
        }
        for name in Self.refused + ["open a file", "write to standard output"] {
            #expect(told[name] == EPERM, "\(name)")
        }
        #expect(told["take memory"] == 0)
    }

    @Test("Behind the libraries' filter files are read, and nothing else")
    func libraries() throws {
        let told = try Self.behind { _ in
            Self.tryAll(.libraries)
            return nil
        }
        for name in Self.refused { #expect(told[name] == EPERM, "\(name)") }
        #expect(told["open a file"] == 0)
        #expect(told["take memory"] == 0)
    }

    @Test("Behind Landlock a key cannot be opened, what is below the folders that were given can, and nothing is made")
    func landlock() throws {
        try #require(Landlock.isSupported, "this kernel has no Landlock")
        close(open(Self.kept, O_CREAT | O_WRONLY, 0o600))
        defer { unlink(Self.kept) }
        let told = try Self.behind { _ in
            guard (try? Landlock.enter(reading: ["/usr", "/not/there"])) == true else { return nil }
            Self.tryPaths()
            return nil
        }
        #expect(told == ["key": EACCES, "font": 0, "program": EACCES, "create": EACCES, "remove": EACCES])
        let alone = try Self.behind { _ in
            guard (try? Landlock.enter()) == true else { return nil }
            Self.tryPaths()
            return nil
        }
        #expect(alone == told.merging(["font": EACCES]) { $1 })
    }

    /// A file that this user may read and remove.
    private static let kept = "/tmp/doorcheck-key-\(getpid())"

    private static func tryPaths() {
        note("key", open(kept, O_RDONLY))
        note("font", open("/usr/bin/env", O_RDONLY))
        note("create", open(kept + "-2", O_CREAT | O_WRONLY, 0o600))
        note("remove", unlink(kept))
        var process = pid_t()
        var words: [UnsafeMutablePointer<CChar>?] = [nil]
        let code = posix_spawn(&process, "/bin/true", nil, nil, &words, &words)
        told.withLock { $0["program"] = code }
    }

    /// Runs on a thread of its own and gives what it was told.
    private static func behind(
        _ body: @escaping @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    ) throws -> [String: Int32] {
        told.withLock { $0 = [:] }
        var thread = pthread_t()
        try #require(pthread_create(&thread, nil, body, nil) == 0)
        pthread_join(thread, nil)
        // The filter was the thread's alone.
        #expect(access("/", R_OK) == 0)
        return told.withLock { $0 }
    }

    private static func tryAll(_ filter: SystemCallFilter) {
        guard (try? filter.enter()) != nil else { return }
        note("open a file", open("/dev/null", O_RDONLY))
        note("create a file", open("/tmp/doorcheck-escaped", O_CREAT | O_WRONLY, 0o600))
        note("remove a file", unlink("/tmp/doorcheck-escaped"))
        note("change a mode", chmod("/tmp/doorcheck-escaped", 0o600))
        note("make a socket", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        note("kill", kill(getppid(), 0))
        note("have a file send signals", fcntl(STDIN_FILENO, F_SETOWN, getpid()))
        note("write to standard output", Int32(write(STDOUT_FILENO, "", 0)))
        var process = pid_t()
        var words: [UnsafeMutablePointer<CChar>?] = [nil]
        let code = posix_spawn(&process, "/bin/true", nil, nil, &words, &words)
        told.withLock { $0["start a process"] = code }
        note("take memory", mapping(PROT_READ | PROT_WRITE))
        note("run memory", mapping(PROT_READ | PROT_EXEC))
    }

    private static func mapping(_ protection: Int32) -> Int32 {
        mmap(nil, 1 << 20, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0
    }

    private static func note(_ attempt: String, _ result: Int32) {
        let code = result < 0 ? errno : 0
        told.withLock { $0[attempt] = code }
    }
}
