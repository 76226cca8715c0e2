import { translate } from '../../../language/translate.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { isRefusal, SigningError, toSigningError } from '../../errors/signingError.ts'
import { ProviderError, providerCode } from '../../errors/providerError.ts'
import { showPairing } from '../pairing.ts'
import type { WalletConnectClient, WalletConnectSession } from './signClient.ts'

/** What a wallet is asked to allow. */
type Asked = Parameters<WalletConnectClient['connect']>[0]
type Attempt = Awaited<ReturnType<WalletConnectClient['connect']>>

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
  const { signal } = stop
  function cancel() {
    stop.abort()
  }
  function show(state: 'opening' | 'shown' | 'expired' | 'unreachable', uri = '') {
    return new Promise<void>((renew) => showPairing({ state, uri, renew, cancel }))
  }
  try {
    for (;;) {
      void show('opening')
      // oxlint-disable-next-line no-await-in-loop -- one code after the other
      const attempt = await openAttempt(client, { asked, relayMs, signal })
      if (attempt?.uri !== undefined) {
        void show('shown', attempt.uri)
        // oxlint-disable-next-line no-await-in-loop -- see above
        const session = await waitForWallet(client, attempt, signal)
        if (session) return session
      }
      // oxlint-disable-next-line no-await-in-loop -- see above
      await Promise.race([show(attempt ? 'expired' : 'unreachable'), rejectOnAbort(signal)])
    }
  } finally {
    showPairing(undefined)
  }
}

/** Asks the relay to carry a proposal; undefined when it does not answer in time. */
async function openAttempt(
  client: WalletConnectClient,
  { asked, relayMs, signal }: { asked: Asked; relayMs: number; signal: AbortSignal },
): Promise<Attempt | undefined> {
  const opening = client.connect(asked)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), relayMs)
  })
  try {
    const attempt = await Promise.race([opening, late, rejectOnAbort(signal)])
    if (!attempt) abandon(client, opening)
    return attempt
  } catch (cause) {
    abandon(client, opening)
    if (signal.aborted) throw cause
    // The relay refused, or there is no network.
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for the wallet's answer; undefined when the code expired. */
async function waitForWallet(
  client: WalletConnectClient,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<WalletConnectSession | undefined> {
  const approval = attempt.approval()
  try {
    return await Promise.race([approval, rejectOnAbort(signal)])
  } catch (cause) {
    if (signal.aborted) {
      abandon(client, Promise.resolve(attempt), approval)
      throw cause
    }
    if (isExpiry(cause)) return undefined
    throw toSigningError(toProviderError(cause))
  }
}

/** Takes a proposal back that nobody waits for, and ends the session of a wallet that took it. */
function abandon(
  client: WalletConnectClient,
  opening: Promise<Attempt>,
  approval = opening.then(async (attempt) => attempt.approval()),
): void {
  const reason = { code: 6000, message: 'cancelled' }
  void opening
    .then(async ({ uri = '' }) => {
      const topic = /^wc:([0-9a-f]+)@/.exec(uri)?.[1]
      if (topic !== undefined) await client.core.pairing.disconnect({ topic })
    })
    .catch(() => undefined)
  void approval
    .then(async ({ topic }) => client.disconnect({ topic, reason }))
    .catch(() => undefined)
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    function stop() {
      reject(
        new SigningError('REJECTED', translate('You closed the code before a wallet connected.')),
      )
    }
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  })
}

function isExpiry(cause: unknown): boolean {
  return isRecord(cause) && /expired/i.test(String(cause['message']))
}

/** Converts an error of WalletConnect, or of a wallet through it, to one of EIP-1193. */
export function toProviderError(cause: unknown): ProviderError {
  const { code, message } = isRecord(cause) ? cause : {}
  const text = typeof message === 'string' ? message : String(cause)
  if (isRefusal(cause)) return new ProviderError(providerCode.rejected, text)
  return new ProviderError(typeof code === 'number' ? code : providerCode.internal, text)
}
