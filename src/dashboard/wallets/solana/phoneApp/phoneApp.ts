import {
  SolanaMobileWalletAdapterError,
  SolanaMobileWalletAdapterErrorCode as sessionCode,
  SolanaMobileWalletAdapterProtocolError,
  SolanaMobileWalletAdapterProtocolErrorCode as appCode,
  transact,
} from '@solana-mobile/mobile-wallet-adapter-protocol'

import { decodeBase64, encodeBase64 } from '#chains/solana/program/bytes.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { translate } from '../../../language/translate.ts'
import { SigningError } from '../../errors/signingError.ts'
import type { ClusterName } from './nameCluster.ts'
import type { Grant } from './grant.ts'

type App = Parameters<Parameters<typeof transact>[0]>[0]
/** Who asks a wallet app, and for what. */
export type Asking = {
  /** Undefined where apps have no name for the cluster. */
  cluster: ClusterName | undefined
  /** Path of this app's icon on its host, without a leading slash. */
  icon: string
}

/** What an app may answer to `authorize`, which is not to be relied on. */
type Answer = { accounts?: readonly ({ address?: unknown } | null)[]; auth_token?: unknown } | null

/** How long the page may have the focus again without an answer, seconds: the app has gone by then. */
const maxFocusedSeconds = 15

/** JSON-RPC: the app does not know the method. */
const unknownMethod = -32_601

/**
 * Opens a wallet app, which asks its user to share an account with this page.
 *
 * @throws SigningError `ABSENT` without an app, `REJECTED` when declined, `FAILED` otherwise.
 * Source: Mobile Wallet Adapter 2.0, "authorize".
 */
export function askForGrant(asking: Asking): Promise<Grant> {
  return openApp((app) => authorize(app, asking))
}

/**
 * Opens a wallet app, which asks its user to sign a transaction and sends nothing.
 *
 * @param transaction - Serialized, without signatures.
 * @returns The transaction as the app answered it, unchecked, and what is to be kept of its grant.
 * @throws SigningError as {@link askForGrant}; `ACCOUNT` when the app has another account than it shared.
 * Source: Mobile Wallet Adapter 2.0, "sign_transactions".
 */
export function signInApp(
  transaction: Uint8Array,
  { grant, ...asking }: Asking & { grant: Grant | undefined },
): Promise<{ signed: Uint8Array; grant: Grant }> {
  return openApp(async (app) => {
    const now = await authorizeAgain(app, { ...asking, token: grant?.token })
    if (grant && now.address !== grant.address)
      throw new SigningError(
        'ACCOUNT',
        translate(
          'The wallet app switched accounts. Select {address} there, or disconnect Solana here and reconnect it.',
          {
            address: grant.address,
          },
        ),
      )
    const answered: { signed_payloads?: unknown } | null = await app.signTransactions({
      payloads: [encodeBase64(transaction)],
    })
    const payloads = answered?.signed_payloads
    const signed: unknown = Array.isArray(payloads) ? payloads[0] : undefined
    if (typeof signed !== 'string' || !/^[A-Za-z0-9+/]{1,3000}={0,2}$/.test(signed))
      throw new SigningError('FAILED', translate('The wallet app didn’t return a transaction.'))
    return { signed: decodeBase64(signed), grant: now }
  })
}

/** An app that has forgotten this page answers like one whose user declined: it is asked once more, anew. */
async function authorizeAgain(
  app: App,
  { token, ...asking }: Asking & { token: string | undefined },
): Promise<Grant> {
  try {
    return await authorize(app, { ...asking, token })
  } catch (cause) {
    if (token === undefined || !isUnauthorized(cause)) throw cause
    return authorize(app, asking)
  }
}

function isUnauthorized(cause: unknown): boolean {
  return (
    cause instanceof SolanaMobileWalletAdapterProtocolError &&
    cause.code === appCode.ERROR_AUTHORIZATION_FAILED
  )
}

async function authorize(
  app: App,
  { cluster, icon, token }: Asking & { token?: string | undefined },
): Promise<Grant> {
  const answered: Answer = await app.authorize({
    identity: { name: 'Estuary', uri: location.origin, icon },
    ...(cluster !== undefined && { chain: cluster }),
    ...(token !== undefined && { auth_token: token }),
  })
  const key = readKey(answered?.accounts?.[0]?.address)
  if (!key || typeof answered?.auth_token !== 'string')
    throw new SigningError('FAILED', translate('The wallet app didn’t share an account.'))
  return { address: encodeBase58(key), token: answered.auth_token }
}

/**
 * Waits for an app's answer as long as the app is in front: the protocol does not tell when it has gone.
 *
 * @throws SigningError `FAILED` once the page has had the focus again for a while.
 */
async function untilGone<Result>(asked: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setInterval> | undefined
  let focusedSeconds = 0
  const gone = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      focusedSeconds = document.hasFocus() ? focusedSeconds + 1 : 0
      if (focusedSeconds >= maxFocusedSeconds)
        reject(
          new SigningError(
            'FAILED',
            translate('The wallet app closed before responding. Choose it again.'),
          ),
        )
    }, 1000)
  })
  try {
    return await Promise.race([asked, gone])
  } finally {
    clearInterval(timer)
  }
}

/** Reads 32 bytes in base64. */
function readKey(shared: unknown): Uint8Array | undefined {
  if (typeof shared !== 'string' || !/^[A-Za-z0-9+/]{43}=$/.test(shared)) return undefined
  return decodeBase64(shared)
}

async function openApp<Result>(ask: (app: App) => Promise<Result>): Promise<Result> {
  try {
    return await untilGone(transact(ask))
  } catch (cause) {
    throw toError(cause)
  }
}

function toError(cause: unknown): SigningError {
  if (cause instanceof SigningError) return cause
  if (cause instanceof SolanaMobileWalletAdapterProtocolError) return toAppError(cause)
  if (cause instanceof SolanaMobileWalletAdapterError) return toSessionError(cause)
  return new SigningError('FAILED', translate('The wallet app gave no reason.'), { cause })
}

/** What the app answered. */
function toAppError(cause: Error & { code: number }): SigningError {
  const { code } = cause
  if (code === appCode.ERROR_AUTHORIZATION_FAILED || code === appCode.ERROR_NOT_SIGNED)
    return new SigningError('REJECTED', translate('You declined in the wallet.'), { cause })
  return new SigningError(
    'FAILED',
    code === unknownMethod
      ? translate('This wallet app can’t sign a transaction without sending it.')
      : cause.message === ''
        ? translate('The wallet app gave no reason.')
        : translate('The wallet app responded: {message}', {
            message: cause.message.slice(0, 200),
          }),
    { cause },
  )
}

/** Why there was no answer. */
function toSessionError(cause: Error & { code: string }): SigningError {
  return cause.code === sessionCode.ERROR_WALLET_NOT_FOUND
    ? new SigningError('ABSENT', translate('No wallet app on this phone connects to web pages.'), {
        cause,
      })
    : new SigningError(
        'FAILED',
        translate(
          'The wallet app didn’t respond. Come back to this page only after you approve or decline there.',
        ),
        { cause },
      )
}
