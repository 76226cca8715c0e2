import { ApiError } from '../../api/service/client.ts'
import { mayHaveArrived } from '../../api/service/quote.ts'
import type { ChainIdentity } from '../../components/flow/chainIdentity.ts'
import { translate } from '../../language/translate.ts'
import { wordFailReasons } from '../../review/messages/describeFailReason.ts'
import { ReviewError } from '../../review/signing/signOne.ts'
import { SigningError } from '../../wallets/errors/signingError.ts'
import { readServiceText } from '../chains/readServiceText.ts'

/** Message for a signing error, and whether the same quote can still be signed. */
export type SigningErrorMessage = {
  title: string
  body: string
  /** Label of the button; undefined if nothing can be done with this quote. */
  retry: string | undefined
  /** Whether a new quote is needed. */
  isOver: boolean
  /** Whether the service may have taken the signed quote: a second one would be paid besides. */
  mayBeSent?: true
}

type Progress = {
  signed: number
  total: number
  /** Names for the chains in what the service says. */
  chains?: ReadonlyMap<string, ChainIdentity>
}

/** Message for a quote that expired before everything was signed. */
export const expiredMessage: SigningErrorMessage = {
  title: translate('This quote expired'),
  body: translate('Nothing was sent, and a signature alone moves nothing.'),
  retry: undefined,
  isOver: true,
}

/**
 * Returns the message for an error of wallet, verifier or service. Source: pages, "Everywhere".
 *
 * @param progress.wasSent - An earlier try may have arrived: what did not reach the service says nothing
 *   about it.
 */
export function describeSigningError(
  error: unknown,
  progress: Progress & { wasSent?: boolean },
): SigningErrorMessage {
  const isUnanswered = error instanceof ApiError && mayHaveArrived(error)
  if (isUnanswered || (progress.wasSent && !isRefusal(error))) return describeUnanswered(error)
  return describeError(error, progress)
}

/** The message for a quote that may have arrived: only the service knows, and it tells when asked again. */
export function describeUnanswered(error?: unknown): SigningErrorMessage {
  const why = error instanceof ApiError ? [error.message] : []
  return {
    title: translate('The service may have received it'),
    body: join(...why, translate('Sending it again is safe: it runs at most once.')),
    retry: translate('Send again'),
    isOver: false,
    mayBeSent: true,
  }
}

/** Whether the service itself refused the quote, after it had looked whether it took it before. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && !mayHaveArrived(error) && !unheardStatuses.has(error.status)
}

/** Of those who stand before the service, or of its own doors: the quote was not looked at. */
const unheardStatuses: ReadonlySet<number> = new Set([401, 403, 404, 408, 413, 429])

function describeError(error: unknown, progress: Progress): SigningErrorMessage {
  const progressText =
    progress.signed === 0
      ? translate('Nothing was sent.')
      : translate(
          'Nothing was sent. {count, plural, one {# of {total} signatures is saved until the quote expires.} other {# of {total} signatures are saved until the quote expires.}}',
          { count: progress.signed, total: progress.total },
        )
  if (error instanceof ReviewError) return describeReviewError(error, progressText)
  if (error instanceof SigningError) return describeWalletError(error, progressText)
  if (error instanceof ApiError) return describeServiceError(error, progress.chains)
  const body = error instanceof Error ? error.message : translate('No reason given.')
  return {
    title: translate('Signing stopped'),
    body: join(body, progressText),
    retry: translate('Sign again'),
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
        title: translate('Signed with a different key'),
        body: join(error.message, progressText),
        retry: translate('Sign again'),
        isOver: false,
      }
    case 'NO_AUTHORIZATION':
      return describeAuthorizationError(error, progressText)
    case 'NOT_SIGNABLE':
      return {
        title: translate('This quote can’t be signed'),
        body: error.message,
        retry: undefined,
        isOver: true,
      }
  }
}

function describeAuthorizationError(error: Error, progressText: string): SigningErrorMessage {
  return {
    title: translate('This wallet can’t turn your address into a smart account'),
    body: join(
      error.message,
      translate(
        'Choose another account type, pay from a chain where it’s already delegated, or use the local wallet.',
      ),
      progressText,
    ),
    retry: undefined,
    isOver: true,
  }
}

function describeWalletError(error: SigningError, progressText: string): SigningErrorMessage {
  switch (error.code) {
    case 'REJECTED':
      return toStopped(translate('You declined in the wallet'), progressText)
    case 'CHAIN':
      return toStopped(
        translate('The wallet didn’t switch chains'),
        join(error.message, progressText),
      )
    case 'ACCOUNT':
      return toStopped(
        translate('The wallet is on another account'),
        join(error.message, progressText),
      )
    case 'LOCKED':
      return {
        title: translate('The wallet is locked'),
        body: join(error.message, translate('Unlock it, then sign again.'), progressText),
        retry: translate('Unlock and sign'),
        isOver: false,
      }
    case 'ABSENT':
      return {
        title: translate('A required wallet isn’t connected'),
        body: join(error.message, translate('Connect it, then sign again.'), progressText),
        retry: translate('Sign again'),
        isOver: false,
      }
    case 'AUTHORIZATION':
      return describeAuthorizationError(error, progressText)
    case 'CHANGED':
      return {
        title: translate('The wallet changed the transaction'),
        body: join(
          error.message,
          translate(
            'Its signature was discarded. In the wallet, turn off features that add fees or protection to transactions, or use another wallet.',
          ),
          progressText,
        ),
        retry: translate('Sign again'),
        isOver: false,
      }
    case 'FAILED':
      return toStopped(translate('The wallet didn’t sign'), join(error.message, progressText))
  }
}

/** Nothing is lost: the same quote can be signed again. */
function toStopped(title: string, body: string): SigningErrorMessage {
  return { title, body, retry: translate('Sign again'), isOver: false }
}

function describeServiceError(
  error: ApiError,
  chains: Progress['chains'] = new Map(),
): SigningErrorMessage {
  if (error.code === 'QUOTE_EXPIRED')
    return {
      title: translate('This quote expired in transit'),
      body: translate('The service didn’t accept it, so nothing moved.'),
      retry: undefined,
      isOver: true,
    }
  const canRetry = error.status === 429
  return {
    title: getServiceErrorTitle(error),
    body: join(
      wordFailReasons(readServiceText(error.message, chains)),
      canRetry
        ? translate('Sending it again is safe: it runs at most once.')
        : translate('Nothing moved.'),
    ),
    retry: canRetry ? translate('Send again') : undefined,
    isOver: !canRetry,
  }
}

function getServiceErrorTitle({ code, status }: ApiError): string {
  if (status === 429) return translate('The service didn’t accept it')
  return code === 'PRICE_UNAVAILABLE'
    ? translate('The price moved')
    : translate('The service rejected the signed quote')
}

/** Whole sentences, one after the other. */
function join(...sentences: readonly string[]): string {
  return sentences.join(' ')
}
