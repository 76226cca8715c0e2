import { translate } from '../../../language/translate.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { isRefusal, SigningError, toSigningError } from '../../errors/signingError.ts'
import { ProviderError, providerCode } from '../../errors/providerError.ts'
import { type Pairing, showPairing } from '../pairing.ts'
import type { WalletConnectClient, WalletConnectSession } from './signClient.ts'

/** What a wallet is asked to allow. */
type Asked = Parameters<WalletConnectClient['connect']>[0]
/** A code, and the answer of the wallet that scans it. */
type Attempt = { uri: string; approved: Promise<WalletConnectSession> }

/**
 * Connects a wallet elsewhere: shows a code (see `pairing.ts`) until a wallet answers, the user
 * gives up, or the wallet declines. A code that expired, or a relay that does not answer, waits for
 * the user to ask for another.
 *
 * @param options.relayMs - After this time without an answer the relay is said to be unreachable.
 * @throws SigningError `REJECTED` when the user gives up or the wallet declines.
 */
export async function pairWallet(
  client: WalletConnectClient,
  { asked, relayMs }: { asked: Asked; relayMs: number },
): Promise<WalletConnectSession> {
  const stop = new AbortController()
  const gaveUp = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () =>
      reject(
        new SigningError('REJECTED', translate('You closed the code before a wallet connected.')),
      ),
    )
  })
  function show(state: Pairing['state'], uri = ''): Promise<void> {
    if (stop.signal.aborted) return gaveUp
    return new Promise((renew) => showPairing({ state, uri, renew, cancel: () => stop.abort() }))
  }
  try {
    for (;;) {
      void show('opening')
      const opening = openAttempt(client, asked)
      const answer = awaitAnswer(opening, { relayMs, onCode: (uri) => void show('shown', uri) })
      // oxlint-disable-next-line no-await-in-loop -- one code after the other
      const session = await Promise.race([answer, gaveUp]).catch((cause: unknown) => {
        abandon(client, opening)
        throw cause
      })
      if (typeof session !== 'string') return session
      abandon(client, opening)
      // oxlint-disable-next-line no-await-in-loop -- see above
      await Promise.race([show(session), gaveUp])
    }
  } finally {
    showPairing(undefined)
  }
}

async function openAttempt(client: WalletConnectClient, asked: Asked): Promise<Attempt> {
  const { uri = '', approval } = await client.connect(asked)
  return { uri, approved: approval() }
}

/** Waits for a wallet. @returns Why there is none where the user may ask for another code. */
async function awaitAnswer(
  opening: Promise<Attempt>,
  { relayMs, onCode }: { relayMs: number; onCode: (uri: string) => void },
): Promise<WalletConnectSession | 'expired' | 'unreachable'> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, relayMs))
  // The relay refuses, or there is no network.
  const attempt = await Promise.race([opening.catch(() => undefined), late])
  if (!attempt) return 'unreachable'
  onCode(attempt.uri)
  return attempt.approved.catch((cause: unknown) => {
    if (isRecord(cause) && /expired/i.test(String(cause['message']))) return 'expired'
    throw toSigningError(toProviderError(cause))
  })
}

/** Takes a proposal back that nobody waits for, and ends the session of a wallet that took it. */
function abandon(client: WalletConnectClient, opening: Promise<Attempt>): void {
  const reason = { code: 6000, message: 'cancelled' }
  opening
    .then(async ({ uri, approved }) => {
      const topic = /^wc:([0-9a-f]+)@/.exec(uri)?.[1]
      if (topic !== undefined) void client.core.pairing.disconnect({ topic }).catch(() => undefined)
      await client.disconnect({ topic: (await approved).topic, reason })
    })
    .catch(() => undefined)
}

/** Converts an error of WalletConnect, or of a wallet through it, to one of EIP-1193. */
export function toProviderError(cause: unknown): ProviderError {
  const { code, message } = isRecord(cause) ? cause : {}
  const text = typeof message === 'string' ? message : String(cause)
  if (isRefusal(cause)) return new ProviderError(providerCode.rejected, text)
  return new ProviderError(typeof code === 'number' ? code : providerCode.internal, text)
}
