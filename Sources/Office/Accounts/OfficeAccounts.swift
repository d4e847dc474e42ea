// The accounts of the office, in a file.

package import Accounts
import BlockingCalls
package import DoorInstallation
import DoorOutput
import FoundationEssentials
import Glibc
import Ledger
import Synchronization
import TicketSigning

/// Who may use the office with a password, and for what.
package struct OfficeAccount: Hashable, Sendable {
    /// The name, recorded with what the account does.
    package let name: AccountName
    /// What the account may do.
    package let role: AccountRole
    /// The hash of its password.
    let password: PasswordHash
}

/// The accounts of a machine's office, in one file beside its keys.
///
/// Commands change the file while an office runs, so it is looked at whenever an account is asked for, and read again
/// if it is another one. A file that is missing has no accounts; one that is damaged, or that others could have
/// written, gives nobody access.
package actor OfficeAccounts {
    /// The path of the file.
    package nonisolated let path: String
    private let folder: String
    private nonisolated let queue = BlockingQueue(label: "office-accounts")
    private nonisolated let hasher = PasswordHasher()
    private nonisolated let sealKey = Mutex<[UInt8]?>(nil)
    private var known: (version: FileFacts.Version, contents: Contents)?

    /// Files are read and written on a thread of their own.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameter keys: The folder that the file is in.
    package init(in keys: KeyFolder) {
        folder = keys.path
        path = keys.path + "/" + KeyFolder.officeAccounts
    }

    /// More than an office has people; the file stays small.
    package static let most = 200
    private static let mostBytes = 256 << 10

    // MARK: Reading

    /// Returns all accounts, by name.
    ///
    /// - Throws: ``OfficeAccountsError`` if the file cannot be used.
    package func all() throws -> [OfficeAccount] {
        try contents().accounts.sorted { $0.name.key < $1.name.key }
    }

    /// Whether there has never been an account: a file without accounts is the file of an office that had some.
    package var isUntouched: Bool { FileFacts(path) == nil && errno == ENOENT }

    /// Returns the account with a name in any spelling; `nil` if there is none.
    ///
    /// - Throws: ``OfficeAccountsError`` if the file cannot be used.
    func account(_ name: AccountName) throws -> OfficeAccount? {
        try contents().accounts.first { $0.name == name }
    }

    /// Returns the seal on the mark of a browser. Another office with the same file knows it again.
    nonisolated func seal(_ text: String) -> String {
        guard let key = sealKey.withLock(\.self),
            let seal = try? HKDFSHA256.derive(
                from: key, salt: Array("doorcheck/office-browser/v1".utf8), info: Array(text.utf8), count: 32)
        else { return RecordBytes((0..<32).map { _ in .random(in: 0 ... .max) }).base64url }
        return RecordBytes(seal).base64url
    }

    // MARK: Changing

    /// Adds an account.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - role: What it may do.
    ///   - password: Its password, of which only a hash is stored.
    /// - Throws: ``OfficeAccountsError``, `AccountError`.
    package func add(_ name: AccountName, as role: AccountRole, password: Password) async throws {
        if try account(name) != nil { throw OfficeAccountsError.exists(name.description) }
        let hash = try await hasher.hash(password)
        try change { accounts in
            guard !accounts.contains(where: { $0.name == name }) else {
                throw OfficeAccountsError.exists(name.description)
            }
            guard accounts.count < Self.most else { throw OfficeAccountsError.tooMany }
            accounts.append(OfficeAccount(name: name, role: role, password: hash))
        }
    }

    /// Adds the first account, an organiser's, if there has never been one.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - password: Its password, of which only a hash is stored.
    ///   - mayAdd: Asked once the password is hashed, which takes a while.
    /// - Returns: Whether it was added.
    /// - Throws: ``OfficeAccountsError``, `AccountError`.
    func addFirst(
        _ name: AccountName, password: Password, if mayAdd: @Sendable () async -> Bool
    ) async throws -> Bool {
        let hash = try await hasher.hash(password)
        guard await mayAdd() else { return false }
        do {
            try change { accounts in
                // Of two at the same moment, the second one finds the file of the first.
                guard isUntouched else { throw OfficeAccountsError.exists(name.description) }
                accounts.append(OfficeAccount(name: name, role: .organiser, password: hash))
            }
            return true
        } catch OfficeAccountsError.exists {
            return false
        }
    }

    /// Changes what an account may do, or its password; its sessions end.
    ///
    /// - Parameters:
    ///   - name: Its name in any spelling.
    ///   - role: What it may do; `nil` for as before.
    ///   - password: Its new password; `nil` for as before.
    /// - Throws: ``OfficeAccountsError``, `AccountError`.
    package func set(_ name: AccountName, role: AccountRole? = nil, password: Password? = nil) async throws {
        guard try account(name) != nil else { throw OfficeAccountsError.unknown(name.description) }
        var hash: PasswordHash?
        if let password { hash = try await hasher.hash(password) }
        try change { accounts in
            guard let index = accounts.firstIndex(where: { $0.name == name }) else {
                throw OfficeAccountsError.unknown(name.description)
            }
            let before = accounts[index]
            accounts[index] = OfficeAccount(
                name: before.name, role: role ?? before.role, password: hash ?? before.password)
        }
    }

    /// Removes an account; its sessions end.
    ///
    /// - Parameter name: Its name in any spelling.
    /// - Throws: ``OfficeAccountsError``.
    package func remove(_ name: AccountName) throws {
        try change { accounts in
            guard let index = accounts.firstIndex(where: { $0.name == name }) else {
                throw OfficeAccountsError.unknown(name.description)
            }
            accounts.remove(at: index)
        }
    }

    /// Changes the file as it is now: no other program changes it meanwhile.
    private func change(_ body: (inout [OfficeAccount]) throws -> Void) throws {
        try Ownership.check(path)
        try OutputFolder.make(folder)
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw OfficeAccountsError.io(path: path, errno: errno) }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else { throw OfficeAccountsError.io(path: path, errno: errno) }
        }
        known = nil
        var contents = try contents()
        try body(&contents.accounts)
        if contents.seal.isEmpty { contents.seal = (0..<32).map { _ in .random(in: 0 ... .max) } }
        let text = String(decoding: try FileForm(contents).bytes, as: UTF8.self)
        do throws(KeyFileError) {
            try PrivateFile.create(path, contents: text, replacing: true)
        } catch KeyFileError.io(_, _, let code) {
            throw OfficeAccountsError.notWritten(path: path, errno: code)
        } catch {
            throw OfficeAccountsError.unusable(error)
        }
        known = nil
    }

    // MARK: The file

    private struct Contents {
        var seal: [UInt8] = []
        var accounts: [OfficeAccount] = []
    }

    private func contents() throws -> Contents {
        guard let version = FileFacts(path)?.version else {
            // A folder that cannot be entered may have accounts in it.
            guard errno == ENOENT else { throw OfficeAccountsError.io(path: path, errno: errno) }
            return Contents()
        }
        if let known, known.version == version { return known.contents }
        let contents: Contents
        do throws(KeyFileError) {
            let bytes = try PrivateFile.read(path, atMost: Self.mostBytes)
            guard let form = try? JSONDecoder().decode(FileForm.self, from: Data(bytes)), let read = form.contents
            else { throw .malformed(path: path, line: 1, expected: "what doorcheck has written") }
            contents = read
        } catch KeyFileError.io(_, _, ENOENT) {
            return Contents()
        } catch KeyFileError.malformed {
            throw OfficeAccountsError.damaged(path: path)
        } catch {
            throw OfficeAccountsError.unusable(error)
        }
        sealKey.withLock { $0 = contents.seal }
        known = (version, contents)
        return contents
    }

    /// The file's JSON.
    private struct FileForm: Codable {
        let schema: Int
        /// The key that seals the marks of browsers; 32 bytes.
        let seal: RecordBytes
        let accounts: [Account]

        struct Account: Codable {
            let name: String
            let role: AccountRole
            let password: String
        }

        init(_ contents: Contents) {
            (schema, seal) = (1, RecordBytes(contents.seal))
            accounts = contents.accounts.map {
                Account(name: $0.name.description, role: $0.role, password: $0.password.text)
            }
        }

        /// What the file says; `nil` if doorcheck has not written it.
        var contents: Contents? {
            guard schema == 1, seal.bytes.count == 32 else { return nil }
            var contents = Contents(seal: seal.bytes)
            for account in accounts {
                guard let name = try? AccountName(account.name), account.password.hasPrefix("$argon2id$"),
                    !contents.accounts.contains(where: { $0.name == name })
                else { return nil }
                contents.accounts.append(
                    OfficeAccount(name: name, role: account.role, password: PasswordHash(text: account.password)))
            }
            return contents
        }

        var bytes: [UInt8] {
            get throws {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
                return Array(try encoder.encode(self)) + Array("\n".utf8)
            }
        }
    }
}
