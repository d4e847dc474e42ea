// Programs that tests need for a moment.

import Glibc

/// A program that did not end well.
struct ProgramFailure: Error, CustomStringConvertible {
    let description: String
}

/// Runs a program to its end, without its output.
func runProgram(_ arguments: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, flags) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_WRONLY), (STDERR_FILENO, O_WRONLY)] {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", flags, 0)
    }
    let pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var child: pid_t = 0
    var status: Int32 = 0
    let failure = posix_spawnp(&child, arguments[0], &actions, nil, pointers, environ)
    guard failure == 0, waitpid(child, &status, 0) == child, status == 0 else {
        throw ProgramFailure(description: "\(arguments.joined(separator: " ")) failed (\(failure), \(status)).")
    }
}
