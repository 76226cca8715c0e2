import {
  SolanaMobileWalletAdapterError,
  SolanaMobileWalletAdapterErrorCode as sessionCode,
  SolanaMobileWalletAdapterProtocolErrorCode as appCode,
} from '@solana-mobile/mobile-wallet-adapter-protocol'
import {
  transact,
  type Web3MobileWallet,
} from '@solana-mobile/mobile-wallet-adapter-protocol-web3js'
import { PublicKey, type Transaction, type VersionedTransaction } from '@solana/web3.js'
import { z } from 'zod/mini'

import { decodeBase64 } from '#chains/solana/program/bytes.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { translate } from '../../../language/translate.ts'
import { SigningError, toSigningError } from '../../errors/signingError.ts'
import type { AppGrant } from '../solanaConnection.ts'

/** Who asks a wallet app, and for what. */
export type Asking = {
  chainId: ChainId
  /** Path of this app's icon on its host, without a leading slash. */
  icon: string
}

/** What clusters are called; apps know none of a local network. Source: Mobile Wallet Adapter 2.0. */
const clusterNames = new Map<string, `solana:${string}`>([
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:mainnet'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
])

/** What an app answers to `authorize`; addresses are 32 bytes in base64. */
const Authorization = z.object({
  accounts: z.tuple(
    [z.object({ address: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/)) })],
    z.unknown(),
  ),
  auth_token: z.string(),
})

/** How long the page may have the focus again without an answer, seconds: the app has gone by then. */
const maxFocusedSeconds = 15

/** JSON-RPC: the app does not know the method. */
const unknownMethod = -32_601

/**
 * Opens a wallet app, which asks its user to share an account with this page.
 *
 * @throws SigningError `ABSENT` without an app, `REJECTED` when declined, `FAILED` otherwise.
 */
export function askForGrant(asking: Asking): Promise<AppGrant> {
  return openApp((app) => authorize(app, asking))
}

/**
 * Opens a wallet app, which asks its user to sign a transaction and sends nothing.
 *
 * @returns The transaction as the app answered it, unchecked, and what is to be kept of its grant.
 * @throws SigningError as {@link askForGrant}; `ACCOUNT` when the app has another account than it shared.
 */
export function signInApp(
  transaction: VersionedTransaction,
  { grant, ...asking }: Asking & { grant: AppGrant | undefined },
): Promise<{ signed: Transaction | VersionedTransaction; grant: AppGrant }> {
  return openApp(async (app) => {
    const now = await authorize(app, { ...asking, token: grant?.token }).catch((cause: unknown) => {
      // An app that has forgotten this page answers like one whose user declined: it is asked anew, once.
      if (!grant || getCode(cause) !== appCode.ERROR_AUTHORIZATION_FAILED) throw cause
      return authorize(app, asking)
    })
    if (grant && now.address !== grant.address)
      throw new SigningError(
        'ACCOUNT',
        translate(
          'The wallet app switched accounts. Select {address} there, or disconnect Solana here and reconnect it.',
          { address: grant.address },
        ),
      )
    const [signed] = await app.signTransactions({ transactions: [transaction] })
    if (signed) return { signed, grant: now }
    throw new SigningError('FAILED', translate('The wallet app didn’t return a transaction.'))
  })
}

async function authorize(
  app: Web3MobileWallet,
  { chainId, icon, token }: Asking & { token?: string | undefined },
): Promise<AppGrant> {
  const chain = clusterNames.get(chainId)
  const answered = Authorization.safeParse(
    await app.authorize({
      identity: { name: 'Estuary', uri: location.origin, icon },
      ...(chain !== undefined && { chain }),
      ...(token !== undefined && { auth_token: token }),
    }),
  )
  if (!answered.success)
    throw new SigningError('FAILED', translate('The wallet app didn’t share an account.'))
  const { accounts, auth_token } = answered.data
  return { address: new PublicKey(decodeBase64(accounts[0].address)).toBase58(), token: auth_token }
}

/** Waits for an app's answer as long as the app is in front: the protocol does not tell when it has gone. */
async function openApp<Result>(ask: (app: Web3MobileWallet) => Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setInterval> | undefined
  let focusedSeconds = 0
  const gone = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      focusedSeconds = document.hasFocus() ? focusedSeconds + 1 : 0
      if (focusedSeconds < maxFocusedSeconds) return
      const text = translate('The wallet app closed before responding. Choose it again.')
      reject(new SigningError('FAILED', text))
    }, 1000)
  })
  try {
    return await Promise.race([transact(ask), gone])
  } catch (cause) {
    throw toError(cause)
  } finally {
    clearInterval(timer)
  }
}

function toError(cause: unknown): SigningError {
  const code = getCode(cause)
  if (code === appCode.ERROR_AUTHORIZATION_FAILED || code === appCode.ERROR_NOT_SIGNED)
    return new SigningError('REJECTED', translate('You declined in the wallet.'), { cause })
  if (code === sessionCode.ERROR_WALLET_NOT_FOUND)
    return new SigningError(
      'ABSENT',
      translate('No wallet app on this phone connects to web pages.'),
      { cause },
    )
  if (code === unknownMethod)
    return new SigningError(
      'FAILED',
      translate('This wallet app can’t sign a transaction without sending it.'),
      { cause },
    )
  if (cause instanceof SolanaMobileWalletAdapterError)
    return new SigningError(
      'FAILED',
      translate(
        'The wallet app didn’t respond. Come back to this page only after you approve or decline there.',
      ),
      { cause },
    )
  return toSigningError(cause)
}

function getCode(cause: unknown): unknown {
  return isRecord(cause) ? cause['code'] : undefined
}
