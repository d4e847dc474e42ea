// Error responses.

import Accounts
import FoundationEssentials
import HTTPTypes
import HubProtocol
import Hummingbird
import Ledger
import Logging
import NIOCore

/// A message for the client, as a problem document (RFC 9457).
struct ProblemResponse: HTTPResponseError {
    let status: HTTPResponse.Status
    let detail: String
    /// Which kind of problem it is, where a program does something about it.
    let type: ProblemType?
    /// For a revoked box: the lines with which roots have revoked it.
    var revocations: [String]?
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ detail: String, type: ProblemType? = nil) {
        self.status = status
        self.detail = detail
        self.type = type
    }

    /// - Parameter error: The error that prevented an answer.
    init(_ error: any Error) {
        switch error {
        case let error as ProblemResponse: self = error
        case let error as HubError: self.init(error.status, error.description, type: error.problem)
        case AccountError.outOfMemory: self.init(.serviceUnavailable, AccountError.outOfMemory.description)
        case let error as AccountError: self.init(.unprocessableContent, error.description)
        case is NumberOutOfRange:
            self.init(.unprocessableContent, "A number in the body is outside its range; openapi.json has the ranges.")
        case is DecodingError: self.init(.badRequest, "The body does not match openapi.json.")
        case let error as HTTPError: self.init(error.status, error.body ?? error.status.reasonPhrase)
        case let error as any HTTPResponseError: self.init(error.status, error.status.reasonPhrase)
        case is CancellationError: self.init(.serviceUnavailable, "The hub is stopping; try again in a moment.")
        default: self.init(.internalServerError, "The hub failed to answer; see its log.")
        }
    }

    /// Returns what answers errors, and logs what is the hub's own fault.
    ///
    /// - Parameter elapsed: The monotonic clock.
    /// - Returns: A function that returns the response to an error that ended a request.
    static func answer<Context: RequestContext>(
        at elapsed: @escaping @Sendable () -> ContinuousClock.Instant
    ) -> @Sendable (any Error, Request, Context) -> Response {
        let errors = RepeatedErrors()
        return { error, request, context in
            let problem = ProblemResponse(error)
            if problem.status.kind == .serverError { errors.note(error, at: elapsed(), to: context.logger) }
            return problem.response(from: request, context: context)
        }
    }

    func response(from request: Request, context: some RequestContext) -> Response {
        let problem = Wire.Problem(
            type: type?.rawValue, title: status.reasonPhrase, status: status.code, detail: detail,
            revocations: revocations)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(problem)) ?? Data()
        var headers = headers
        headers[.contentType] = "application/problem+json"
        if status == .tooManyRequests { headers[.retryAfter] = "1" }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    }
}

extension HubError {
    fileprivate var problem: ProblemType? {
        switch self {
        case .revoked: .boxRevoked
        case .overQuota: .overQuota
        default: nil
        }
    }

    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .numberReused, .enrolledOtherwise, .nameTaken, .otherHistory, .accountExists: .conflict
        case .codeNotValid, .notAMember: .forbidden
        case .revoked: .unauthorized
        case .unknownBox, .unknownAccount: .notFound
        case .overQuota: .tooManyRequests
        case .cannotOpen, .notADatabase, .cannotListen, .otherVersion, .moved, .notEmpty, .otherHub, .moveCancelled,
            .notCopied, .noBackup,
            .connectionLost, .database, .diskFull, .damaged, .refused:
            .serviceUnavailable
        }
    }
}
