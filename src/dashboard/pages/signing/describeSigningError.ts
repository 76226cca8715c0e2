import { ApiError } from '../../api/service/client.ts'
import { ReviewError } from '../../review/signing/signOne.ts'
import { SigningError } from '../../wallets/requests/signingError.ts'

/** Message for a signing error, and whether the same quote can still be signed. */
export type SigningErrorMessage = {
  title: string
  body: string
  /** Label of the button; undefined if nothing can be done with this quote. */
  retry: string | undefined
  /** Whether a new quote is needed. */
  isOver: boolean
}

/** Message for a quote that expired before everything was signed. */
export const expiredMessage: SigningErrorMessage = {
  title: 'This quote expired',
  body: 'Prices move, so each quote has a short life. Nothing was sent, and a signature without submission moves nothing.',
  retry: undefined,
  isOver: true,
}

/** Returns the message for an error of wallet, verifier or service. Source: pages, "Everywhere". */
export function describeSigningError(
  error: unknown,
  progress: { signed: number; total: number },
): SigningErrorMessage {
  const progressText =
    progress.signed === 0
      ? 'Nothing was sent.'
      : `Nothing was sent. ${progress.signed} of ${progress.total} signatures ${progress.signed === 1 ? 'is' : 'are'} kept until the quote expires.`
  if (error instanceof ReviewError) return describeReviewError(error, progressText)
  if (error instanceof SigningError) return describeWalletError(error, progressText)
  if (error instanceof ApiError) return describeServiceError(error)
  const body = error instanceof Error ? error.message : 'No reason was given.'
  return {
    title: 'Signing stopped',
    body: `${body} ${progressText}`,
    retry: 'Sign again',
    isOver: false,
  }
}

function describeReviewError(error: ReviewError, progressText: string): SigningErrorMessage {
  switch (error.code) {
    case 'EXPIRED':
      return expiredMessage
    case 'WRONG_SIGNATURE':
    case 'NOT_THE_OWNER':
      return {
        title: 'Signed by another key',
        body: `${error.message} ${progressText}`,
        retry: 'Sign again',
        isOver: false,
      }
    case 'NO_AUTHORIZATION':
      return describeAuthorizationError(error, progressText)
    case 'NOT_SIGNABLE':
      return {
        title: 'This quote cannot be signed',
        body: error.message,
        retry: undefined,
        isOver: true,
      }
  }
}

function describeAuthorizationError(error: Error, progressText: string): SigningErrorMessage {
  return {
    title: 'This wallet cannot turn your address into an account',
    body: `${error.message} Choose another kind of account, pay from a chain where it is delegated already, or use the wallet in this browser. ${progressText}`,
    retry: undefined,
    isOver: true,
  }
}

function describeWalletError(error: SigningError, progressText: string): SigningErrorMessage {
  switch (error.code) {
    case 'REJECTED':
      return {
        title: 'You declined in the wallet',
        body: progressText,
        retry: 'Sign again',
        isOver: false,
      }
    case 'CHAIN':
      return {
        title: 'The wallet did not change its chain',
        body: `${error.message} ${progressText}`,
        retry: 'Sign again',
        isOver: false,
      }
    case 'ACCOUNT':
      return {
        title: 'The wallet is on another account',
        body: `${error.message} ${progressText}`,
        retry: 'Sign again',
        isOver: false,
      }
    case 'LOCKED':
      return {
        title: 'The wallet is locked',
        body: `${error.message} Unlock it, then sign again. ${progressText}`,
        retry: 'Unlock and sign',
        isOver: false,
      }
    case 'ABSENT':
      return {
        title: 'A wallet of this set is not connected',
        body: `${error.message} Connect it, then sign again. ${progressText}`,
        retry: 'Sign again',
        isOver: false,
      }
    case 'AUTHORIZATION':
      return describeAuthorizationError(error, progressText)
    case 'CHANGED':
      return {
        title: 'The wallet changed the transaction',
        body: `${error.message} What it signed was thrown away. Switch off what adds fees or protection to transactions in the wallet, or use another one. ${progressText}`,
        retry: 'Sign again',
        isOver: false,
      }
    case 'FAILED':
      return {
        title: 'The wallet did not sign',
        body: `${error.message} ${progressText}`,
        retry: 'Sign again',
        isOver: false,
      }
  }
}

function describeServiceError(error: ApiError): SigningErrorMessage {
  if (error.code === 'QUOTE_EXPIRED')
    return {
      title: 'This quote expired on the way',
      body: 'The service did not accept it, so nothing moved.',
      retry: undefined,
      isOver: true,
    }
  const canRetry = error.code === 'UNREACHABLE' || error.status >= 500 || error.status === 429
  return {
    title: getServiceErrorTitle(error, canRetry),
    body: `${error.message} ${canRetry ? 'Sending it again is safe: it is executed once at most.' : 'Nothing moved.'}`,
    retry: canRetry ? 'Send again' : undefined,
    isOver: !canRetry,
  }
}

function getServiceErrorTitle({ code, status }: ApiError, canRetry: boolean): string {
  if (status === 429) return 'The service did not take it'
  if (canRetry) return 'The service did not answer'
  return code === 'PRICE_UNAVAILABLE'
    ? 'The price moved meanwhile'
    : 'The service refused the signed quote'
}
