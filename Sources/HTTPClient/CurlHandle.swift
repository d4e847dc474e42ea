// One transfer after the other through libcurl.

internal import CCurl

/// A handle of libcurl that keeps its connection. Calls block and must come from one thread at a time.
final class CurlHandle {
    private let transfers: UnsafeMutableRawPointer?
    /// The handle, for functions of the module `CCurl`.
    let easy: UnsafeMutableRawPointer?

    /// The polling interval, which bounds how long a cancelled caller waits.
    private static let sliceMilliseconds: Int32 = 50
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    init() {
        transfers = Self.isReady ? curl_multi_init() : nil
        easy = curl_easy_init()
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_multi_cleanup(transfers)
    }

    /// Forgets all options; the connection stays.
    func reset() { curl_easy_reset(easy) }

    func set(_ option: CURLoption, _ text: String?) throws(TransferError) {
        try check(dc_curl_set_text(easy, option, text))
    }

    func set(_ option: CURLoption, _ number: Int) throws(TransferError) {
        try check(dc_curl_set_number(easy, option, number))
    }

    /// Trusts a single certificate authority.
    ///
    /// - Parameter authority: A PEM file; `nil` for the system's authorities.
    /// - Throws: ``TransferError``.
    func trust(_ authority: String?) throws(TransferError) {
        guard let authority else { return }
        try set(CURLOPT_CAINFO, authority)
        try set(CURLOPT_CAPATH, nil)
    }

    /// Sets when the transfer ends at the latest.
    ///
    /// - Parameters:
    ///   - deadline: When the caller gives up.
    ///   - connecting: How long the connection may take to be made; `nil` for as long as everything.
    /// - Throws: ``TransferError``.
    func limit(to deadline: ContinuousClock.Instant, connecting: Duration?) throws(TransferError) {
        let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        guard left >= 1 else { throw TransferError(.timedOut, "no time left") }
        try set(CURLOPT_TIMEOUT_MS, Int(left))
        if let connecting { try set(CURLOPT_CONNECTTIMEOUT_MS, Int(connecting / .milliseconds(1))) }
        try set(CURLOPT_NOSIGNAL, 1)
        // A DNS server that does not answer must not delay a caller that gives up.
        try set(CURLOPT_QUICK_EXIT, 1)
    }

    /// Does what the options say, and returns at its end.
    ///
    /// - Parameter isCancelled: Called every 50 ms; `true` ends the transfer.
    /// - Throws: ``TransferError``.
    func perform(_ isCancelled: () -> Bool) throws(TransferError) {
        curl_multi_add_handle(transfers, easy)
        defer { curl_multi_remove_handle(transfers, easy) }
        var running: Int32 = 0
        repeat {
            guard !isCancelled() else { throw TransferError(.cancelled, "given up") }
            guard curl_multi_perform(transfers, &running) == CURLM_OK,
                curl_multi_poll(transfers, nil, 0, running == 0 ? 0 : Self.sliceMilliseconds, nil) == CURLM_OK
            else { throw TransferError(.other, "libcurl failed to start") }
        } while running > 0
        var left: Int32 = 0
        guard let message = curl_multi_info_read(transfers, &left) else {
            throw TransferError(.other, "libcurl failed to start")
        }
        try check(message.pointee.data.result)
    }

    func check(_ code: CURLcode) throws(TransferError) {
        guard code != CURLE_OK else { return }
        throw TransferError(code, systemError: dc_curl_system_error(easy))
    }
}
