import type { ErrorBody, ErrorCode } from '#protocol/status/errors.ts'

/** What a {@link ServiceError} may carry beside its sentence. */
export type ServiceErrorOptions = {
  /** The fields at fault, for codes about a request. */
  issues?: ErrorBody['issues']
  /** What a contract reverted with; longer than {@link maxRevertData} is left out. */
  revertData?: ErrorBody['revertData']
  /** When the same request may go through; absent: unknown. */
  retryAfterSeconds?: number
  /** The error underneath: logged, never sent. */
  cause?: unknown
}

/** Characters of revert data that an answer carries: cut data could not be decoded. */
const maxRevertData = 4098

/**
 * A refusal that the caller should see: a stable code, one plain sentence with the values in it,
 * and the error underneath as `cause` (logged, never sent).
 *
 * Anything else that is thrown is a fault of ours and reaches the caller as `INTERNAL`.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly issues: ErrorBody['issues']
  readonly revertData: ErrorBody['revertData']
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.issues = options.issues
    const { revertData } = options
    this.revertData =
      revertData === undefined || revertData.length > maxRevertData ? undefined : revertData
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
