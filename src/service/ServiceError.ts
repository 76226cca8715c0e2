import type { ErrorBody, ErrorCode } from '#protocol/status/errors.ts'

/** Optional details of a {@link ServiceError}. */
export type ServiceErrorOptions = {
  /** Fields at fault, for errors about a request. */
  issues?: ErrorBody['issues']
  /** Revert data of a contract; dropped when longer than {@link maxRevertData}. */
  revertData?: ErrorBody['revertData']
  /** The most of the asset to pay with that can be moved, in the request's units. */
  most?: bigint
  /** When a retry may succeed; unknown when absent. */
  retryAfterSeconds?: number
  /** The underlying error: logged, never sent. */
  cause?: unknown
}

/** Maximum characters of revert data in a response; truncated data could not be decoded. */
const maxRevertData = 4098

/**
 * An error that callers can act on: a stable code, one plain sentence with the relevant values, and
 * the underlying error as `cause` (logged, never sent). Callers see any other as `INTERNAL`.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly issues: ErrorBody['issues']
  readonly revertData: ErrorBody['revertData']
  readonly most: bigint | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.issues = options.issues
    const { revertData } = options
    this.revertData =
      revertData === undefined || revertData.length > maxRevertData ? undefined : revertData
    this.most = options.most
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
